import { say } from '@gensvar/contract/say'
import { decode as decodePng, encode as encodePng } from 'fast-png'
import jpeg from 'jpeg-js'
import { AppError } from './errors.ts'

/** Pixels with red, green, blue and opacity, a byte each. */
export interface Picture {
  width: number
  height: number
  data: Uint8Array
}

/** Largest image that is read, in pixels of a side; a small file can hold a very large one. */
const maxSide = 4000

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegStart = Buffer.from([0xff, 0xd8, 0xff])

/** The pixels of a PNG or JPEG file. Throws `validation` at `image` for what is none, or is too large. */
export function readPicture(file: Buffer): Picture {
  try {
    if (file.subarray(0, pngStart.length).equals(pngStart)) return readPng(file)
    if (isJpeg(file)) return readJpeg(file)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused(say`This image cannot be read. It may be damaged.`)
  }
  throw refused(say`This is no PNG or JPEG image.`)
}

function readPng(file: Buffer): Picture {
  // The first block holds the size; it is checked before the pixels are unpacked.
  demandSize(file.readUInt32BE(16), file.readUInt32BE(20))
  const { width, height, channels, depth, data, palette } = decodePng(file)
  const to8 = depth === 16 ? 8 : 0
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1
  const perRow = Math.ceil((width * channels * depth) / 8)
  const valueAt = (x: number, y: number, channel: number): number => {
    if (depth >= 8) return (data[(y * width + x) * channels + channel] ?? 0) >> to8
    const bit = x * depth
    const byte = data[y * perRow + (bit >> 3)] ?? 0
    return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  }
  return drawn(width, height, (x, y) => {
    if (palette) {
      const [red = 0, green = 0, blue = 0, opacity = 255] = palette[valueAt(x, y, 0)] ?? []
      return [red, green, blue, opacity]
    }
    const grey = Math.round(valueAt(x, y, 0) * scale)
    if (channels < 3) return [grey, grey, grey, channels === 2 ? valueAt(x, y, 1) : 255]
    return [grey, valueAt(x, y, 1), valueAt(x, y, 2), channels === 4 ? valueAt(x, y, 3) : 255]
  })
}

function readJpeg(file: Buffer): Picture {
  // The library checks the size in the file's header before it unpacks the pixels.
  const { width, height, data } = jpeg.decode(file, {
    useTArray: true,
    maxResolutionInMP: (maxSide * maxSide) / 1_000_000,
    maxMemoryUsageInMB: 256,
  })
  demandSize(width, height)
  return { width, height, data }
}

function demandSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw refused(say`This image is empty.`)
  if (width > maxSide || height > maxSide) throw refused(say`This image is larger than ${maxSide} x ${maxSide} pixels.`)
}

function drawn(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => [red: number, green: number, blue: number, opacity: number],
): Picture {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * 4)
  return { width, height, data }
}

/** The picture within a size: each pixel is the mean of those it stands for, weighted by their opacity. */
export function scaledDown(picture: Picture, within: { width: number; height: number }): Picture {
  const shrink = Math.max(picture.width / within.width, picture.height / within.height)
  if (shrink <= 1) return picture
  const width = Math.max(1, Math.round(picture.width / shrink))
  const height = Math.max(1, Math.round(picture.height / shrink))
  const bound = (at: number, of: number, from: number): number => Math.floor((at * from) / of)
  return drawn(width, height, (x, y) => {
    const sum = [0, 0, 0, 0]
    let count = 0
    const right = Math.max(bound(x + 1, width, picture.width), bound(x, width, picture.width) + 1)
    const bottom = Math.max(bound(y + 1, height, picture.height), bound(y, height, picture.height) + 1)
    for (let row = bound(y, height, picture.height); row < bottom; row++)
      for (let column = bound(x, width, picture.width); column < right; column++) {
        const at = (row * picture.width + column) * 4
        const opacity = picture.data[at + 3] ?? 0
        for (let channel = 0; channel < 3; channel++)
          sum[channel] = (sum[channel] ?? 0) + (picture.data[at + channel] ?? 0) * opacity
        sum[3] = (sum[3] ?? 0) + opacity
        count++
      }
    const [red = 0, green = 0, blue = 0, opacity = 0] = sum
    const mean = (total: number): number => (opacity === 0 ? 0 : Math.round(total / opacity))
    return [mean(red), mean(green), mean(blue), Math.round(opacity / count)]
  })
}

/** A PNG of a picture. */
export function pngOf(picture: Picture): Buffer {
  return Buffer.from(encodePng({ ...picture, channels: 4, depth: 8 }))
}

/** A JPEG of a picture without transparent parts. */
export function jpegOf({ width, height, data }: Picture): Buffer {
  return Buffer.from(jpeg.encode({ width, height, data }, 85).data)
}

/** Whether a file says that it is a JPEG. */
export function isJpeg(file: Buffer): boolean {
  return file.subarray(0, jpegStart.length).equals(jpegStart)
}

/** Throws for an image, at the field that holds it. */
export function refused(words: AppError['words']): AppError {
  return new AppError('validation', words, { image: words })
}
