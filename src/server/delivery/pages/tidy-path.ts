// One address per page: no slash at the end, none twice. Never leads to another host: the result starts with exactly one slash.

export const tidyPath = (pathname: string): string => pathname.replace(/[/\\]{2,}/g, "/").replace(/(.)\/$/, "$1")
