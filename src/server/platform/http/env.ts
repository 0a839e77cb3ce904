// The variables of a request in Hono's context.
export interface RequestEnv {
  Variables: {
    requestId: string
    /** address of the client; behind trusted proxies, the one that they name */
    clientIp: string
    /** the user of the request's token, once known: for the log */
    userId?: string
    /** runs once the body has arrived: checks that passed at the beginning may fail by then */
    onBodyRead?: () => Promise<void>
    /** forwarded by one of the operator's own proxies: its headers can be trusted */
    isProxied: boolean
  }
}
