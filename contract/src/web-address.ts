import { z } from 'zod'

/** Neither white space, control characters nor backslashes: browsers drop or rewrite them, and then read something else. */
const plain = /^[^\s\\\p{Cc}]+$/u

/** A scheme, two slashes and a host without the user name that would make `https://good.example@evil.example`. */
const schemeAndHost = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i

const parses = z.url({ protocol: /^https?$/ })

/** Whether a text is an address of the web as it stands: `https://` or `http://`, a host, no user name. */
export function isWebAddress(text: string): boolean {
  return plain.test(text) && schemeAndHost.test(text) && parses.safeParse(text).success
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

const onlyWeb = 'is not a web address; write it with https://'

/** An address of the web. Every address in a configuration uses this schema or one of those below. */
export const webAddress = z.string().refine(isWebAddress, onlyWeb).meta({ format: 'uri' })

/** An address of the web, or a path of this server, as of an image. */
export const imageAddress = z
  .string()
  .refine(isImageAddress, 'is neither a web address nor a path such as /new/logo.svg')

/** A logo: the name of a file in the logo folder, or an address as of any image. */
export const logo = z
  .string()
  .refine(
    (text) => isImageAddress(text) || /^[\p{L}\p{N}_-][\p{L}\p{N}_. -]*$/u.test(text),
    'is neither the name of a file nor an address of an image',
  )

/** What a link may lead to: an address of the web, a path of this server, or `mailto:` and an e-mail address. */
export const linkAddress = z
  .string()
  .refine(isLinkAddress, 'is neither a web address, a path such as /page, nor mailto: with an e-mail address')

/** An address of the web with `{places}` that are filled in, escaped; the scheme is none of them. */
export const addressTemplate = z.string().refine((text) => isWebAddress(text.replaceAll(/\{[^{}]+\}/g, 'x')), onlyWeb)
