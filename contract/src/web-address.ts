import { z } from 'zod'
import { isImageAddress, isLinkAddress, isWebAddress } from './address-text.ts'

const onlyWeb = 'is not a web address; write it with https://'

/** A web address. Every address in a configuration uses this schema or one of those below. */
export const webAddress = z.string().refine(isWebAddress, onlyWeb).meta({ format: 'uri' })

/** The address of an image: a web address, or a path of this server. */
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

/** An image that this server keeps for the organisation's mails. */
export const storedImage = z
  .string()
  .max(100)
  .regex(
    /^\/mailimages\/[\w-]+\.(png|jpg)$/,
    'is not an image of the organisation; write its address, such as /mailimages/name.png',
  )

/** What a link may lead to: a web address, a path of this server, or `mailto:` and an e-mail address. */
export const linkAddress = z
  .string()
  .refine(isLinkAddress, 'is neither a web address, a path such as /page, nor mailto: with an e-mail address')

/** A web address with `{placeholders}` that are filled in escaped; the scheme cannot be one. */
export const addressTemplate = z.string().refine((text) => isWebAddress(text.replaceAll(/\{[^{}]+\}/g, 'x')), onlyWeb)
