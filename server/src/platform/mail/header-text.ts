/** Longest part of a line that encodes a text, in bytes of the text: 75 characters with what stands around it. */
const encodedBytes = 42
/** Length at which a line of a header is broken where it can be. */
const softLength = 76

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** A text in one line: line breaks and other controls, which could begin a header of their own, are spaces. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(controls, ' ').replace(/\s+/g, ' ').trim()
}

/** A text as a header holds it: as it is, or as encoded words (RFC 2047) where it has other letters than those of ASCII. */
export function headerText(text: string): string {
  const line = oneLine(text)
  // A line of a header can only be broken at a space, and its length is limited.
  if (isPlain(line) && !line.includes('=?') && !/\S{77}/.test(line)) return line
  const words: string[] = []
  let part = ''
  for (const sign of line) {
    if (Buffer.byteLength(part + sign) > encodedBytes) {
      words.push(part)
      part = ''
    }
    part += sign
  }
  words.push(part)
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word, 'utf8').toString('base64')}?=`).join(' ')
}

/** An address with the name of whom it is of, as a header holds it. */
export function headerAddress({ name, address }: { name: string; address: string }): string {
  const written = oneLine(address).replace(/[<>\s]/g, '')
  const line = oneLine(name)
  if (line === '') return written
  return `${isPlain(line) ? `"${line.replace(/["\\]/g, '\\$&')}"` : headerText(line)} <${written}>`
}

/** A header with its name, broken into lines at spaces. */
export function headerLine(name: string, value: string): string {
  let line = `${name}:`
  const lines: string[] = []
  for (const word of value.split(' ')) {
    if (line.length + 1 + word.length > softLength && line.trim() !== `${name}:`) {
      lines.push(line)
      line = ''
    }
    line += ` ${word}`
  }
  lines.push(line)
  return lines.join('\r\n')
}

function isPlain(text: string): boolean {
  return /^[\u0020-\u007e]*$/.test(text)
}
