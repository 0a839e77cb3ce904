import { expect, test } from "vitest"
import { deviceName } from "./device.ts"

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"
const KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)"
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K)"

test.each([
  [`${ANDROID} ${KHTML} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} ${KHTML} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, "Samsung Internet on Android"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"],
  [`${ANDROID} ${KHTML} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`, "Edge on Android"],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1",
    "Safari on iPad",
  ],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, "Safari on Mac"],
  [`${MAC} ${KHTML} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Mac"],
  [`${WINDOWS} ${KHTML} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge on Windows"],
  [`${WINDOWS} ${KHTML} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera on Windows"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/140.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (Linux; Android 15) SomeApp", "An app on Android"],
  ["curl/8.5.0", "curl"],
  ["node", "node"],
  ["python-requests/2.32", "python"],
  ["Call-1-800-555-0199-now/1", "Call"],
  ["Call5550199", "Call"],
  ["Your_account_is_blocked/1", "Your"],
  ["Call 555 0199", "Unknown device"],
  ["evil\u2024example/1", "Unknown device"],
  ["Youraccountisblockedwrite/1", "Unknown device"],
  ["Mozilla/5.0", "Unknown device"],
  ["", "Unknown device"],
  ["www.evil.example/1", "Unknown device"],
  ["<script>alert(1)</script>", "Unknown device"],
])("%s → %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
