// Asks many times whether a port is free, as each start does once.
import { portIsFree } from "../../src/server/platform/http/port-is-free.ts"

const at = { HOST: "127.0.0.1", PORT: Number(process.argv[2]) }
for (let n = 0; n < 300; n++) await portIsFree(at)
