// What a request carries on its way through the middleware.
export interface RequestEnv {
  Variables: {
    requestId: string
    /** address of the client, behind trusted proxies the one they name */
    clientIp: string
    /** whose token the request carries, once that is known: for the log */
    userId?: string
    /** runs when the body of the request has arrived: what was true when it began may not be any more */
    onBodyRead?: () => Promise<void>
    /** handed over by one of the operator's own proxies: its headers may be believed */
    isProxied: boolean
  }
}
