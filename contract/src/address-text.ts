// Separate from the schemas, so that the browser can use these without loading zod.

/** No white space, control characters or backslashes: browsers drop or rewrite them, which changes the address. */
const plain = /^[^\s\\\p{Cc}]+$/u

/**
 * A scheme, two slashes, a host and perhaps a port, without the user name that would make
 * `https://good.example@evil.example`.
 */
const schemeAndHost = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@:<>^|%[\]]+)(?::\d{1,5})?(?:[/?#]|$)/i

/** Whether a text is a complete web address: `https://` or `http://`, a host, no user name. */
export function isWebAddress(text: string): boolean {
  return plain.test(text) && schemeAndHost.test(text)
}

/** Two slashes at the beginning would name another host. */
function isOwnPath(text: string): boolean {
  return plain.test(text) && /^\/(?!\/)/.test(text)
}

/** Whether a text names an image: a web address, or a path of this server. */
export function isImageAddress(text: string): boolean {
  return isWebAddress(text) || isOwnPath(text)
}

/** Whether a text is a PNG image itself, as logos are stored that were uploaded. */
export function isInlineImage(text: string): boolean {
  return /^data:image\/png;base64,[A-Za-z\d+/]+={0,2}$/.test(text)
}

/** Whether a text may be the target of a link: a web address, a path of this server, or an e-mail address. */
export function isLinkAddress(text: string): boolean {
  return isImageAddress(text) || (plain.test(text) && /^mailto:[^@]+@[^@]+$/i.test(text))
}
