import { randomBytes } from 'node:crypto'
import { say } from '@gensvar/contract/say'
import type { LibraryImage, uploadImage as uploadRoute } from '@gensvar/contract/template-editor'
import type { z } from 'zod'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { imagePath } from '#server/domain/messages/check-markup.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { isJpeg, jpegOf, pngOf, readPicture, refused, scaledDown } from '#server/platform/picture.ts'
import { universeOf } from './service.ts'
import {
  findImageRow,
  insertImageRow,
  listImageRows,
  listTemplatesWith,
  readImageContent,
  removeImageRow,
} from './store.ts'
import type { ImageRow } from './store.ts'

/** Largest image that is stored, in pixels: mails are 600 wide, screens up to twice as sharp. */
const largest = { width: 1200, height: 2400 }
/** Largest image that is stored, in bytes: recipients load it with each mail. */
const maxStored = 1_500_000
/** Most images of an organisation. */
const maxImages = 1000

/** Images of the universe, the newest first. */
export async function listImages(ctx: Ctx): Promise<{ images: LibraryImage[] }> {
  return { images: (await listImageRows(ctx.db, universeOf(ctx))).map(sentImage) }
}

/** Adds an image, made anew of its pixels. Throws `validation` at `image` for what is none, or is too large. */
export async function uploadImage(
  ctx: Ctx,
  { name, image }: z.output<(typeof uploadRoute)['body']>,
): Promise<LibraryImage> {
  const universeId = universeOf(ctx)
  const file = Buffer.from(image, 'base64')
  const picture = scaledDown(readPicture(file), largest)
  const type = isJpeg(file) ? 'jpg' : 'png'
  const content = type === 'jpg' ? jpegOf(picture) : pngOf(picture)
  if (content.length > maxStored) throw refused(say`This image has too much detail for a mail. Use a smaller one.`)
  return write(ctx, async (tx) => {
    if ((await listImageRows(tx.db, universeId)).length >= maxImages)
      throw refused(say`An organisation has at most ${maxImages} images. Delete some first.`)
    const { width, height } = picture
    const key = randomBytes(16).toString('base64url')
    const row = await insertImageRow(tx, { universe_id: universeId, key, name, type, width, height, content })
    await tx.audit({ action: 'template.image.create', object: name })
    return sentImage(row)
  })
}

/** Deletes an image. Throws `not_found`, and `conflict` where a template shows it. */
export async function removeImage(ctx: Ctx, id: number): Promise<{ ok: true }> {
  const universeId = universeOf(ctx)
  const image = await findImageRow(ctx.db, id, universeId)
  if (!image) throw new AppError('not_found', say`There is no such image.`)
  return write(ctx, async (tx) => {
    const [shown] = await listTemplatesWith(tx.db, universeId, image.key)
    if (shown !== undefined) throw new AppError('conflict', say`The template "${shown}" shows this image.`)
    await removeImageRow(tx, id)
    await tx.audit({ action: 'template.image.remove', object: image.name })
    return { ok: true }
  })
}

/** The image at an address such as `KEY.png`; null for none. */
export async function openImage(
  { db }: Pick<Deps, 'db'>,
  file: string,
): Promise<{ type: 'png' | 'jpg'; content: Buffer } | null> {
  const [, key, type] = /^([\w-]{20,30})\.(png|jpg)$/.exec(file) ?? []
  const image = key === undefined ? undefined : await readImageContent(db, key)
  return image && image.type === type ? image : null
}

function sentImage({ id, name, key, type, width, height, size }: ImageRow): LibraryImage {
  return { id, name, path: `${imagePath}${key}.${type}`, width, height, size }
}
