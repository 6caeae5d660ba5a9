import { say } from '@gensvar/contract/say'
import { pngOf, readPicture, refused, scaledDown } from '#server/platform/picture.ts'

/** Largest logo that is stored, in pixels: twice as large as it is shown, for sharp screens. */
const largest = { width: 480, height: 160 }
/** Largest logo that is stored, in bytes: it comes with the start of every survey. */
const maxStored = 60_000

/**
 * A logo as it is stored: a PNG made of the pixels of a PNG or JPEG image, so that nothing else of the file is kept. A
 * larger one is scaled down. Throws `validation` at `image` for what is no such image, or is too large.
 */
export function logoOf(file: Buffer): Buffer {
  const picture = scaledDown(readPicture(file), largest)
  const stored = pngOf(picture)
  if (stored.length > maxStored) throw refused(say`This image has too much detail for a logo. Use a simpler one.`)
  return stored
}
