// What a refusal looks like, wherever it comes from.

/** Whether the answer is JSON in the shape of its kind of route, with a code and a sentence that reveals nothing internal. */
export function isRefusal(path: string, text: string): boolean {
  try {
    const body = JSON.parse(text)
    const isSentence = (value: unknown) =>
      typeof value === "string" && value.length > 5 && !/\n|Error:|\.ts\b|node_modules|select /i.test(value)
    if (path.startsWith("/auth/v1/")) return typeof body.code === "string" && isSentence(body.message)
    if (/^\/api\/(functions|rpc)\//.test(path) && body.code !== undefined)
      return typeof body.code === "string" && isSentence(body.error)
    return typeof body.error.code === "string" && isSentence(body.error.message)
  } catch {
    return false
  }
}
