// Apart from the schemas, so that the browser has these without zod.

/** Neither white space, control characters nor backslashes: browsers drop or rewrite them, and then read something else. */
const plain = /^[^\s\\\p{Cc}]+$/u

/** A scheme, two slashes, a host and perhaps a port, without the user name that would make `https://good.example@evil.example`. */
const schemeAndHost = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@:<>^|%[\]]+)(?::\d{1,5})?(?:[/?#]|$)/i

/** Whether a text is an address of the web as it stands: `https://` or `http://`, a host, no user name. */
export function isWebAddress(text: string): boolean {
  return plain.test(text) && schemeAndHost.test(text)
}

/** Two slashes at the beginning would name another host. */
function isOwnPath(text: string): boolean {
  return plain.test(text) && /^\/(?!\/)/.test(text)
}

/** Whether a text names an image: an address of the web, or a path of this server. */
export function isImageAddress(text: string): boolean {
  return isWebAddress(text) || isOwnPath(text)
}

/** Whether a text may stand behind a link: an address of the web, a path of this server, or an e-mail address. */
export function isLinkAddress(text: string): boolean {
  return isImageAddress(text) || (plain.test(text) && /^mailto:[^@]+@[^@]+$/i.test(text))
}
