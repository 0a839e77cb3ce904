// What a request carries on its way through the middleware.
export interface RequestEnv {
  Variables: {
    requestId: string
    /** address of the client, behind trusted proxies the one they name */
    clientIp: string
    /** whose token the request carries, once that is known: for the log */
    userId?: string
    /** handed over by one of the operator's own proxies: its headers may be believed */
    isProxied: boolean
  }
}
