/** Gives the browser a file to save, called `title` and the ending; characters no file name may have are left out. */
export function saveFile(title: string, ending: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = `${fileName(title)}.${ending}`
  link.click()
  // The browser reads the file after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url))
}

function fileName(title: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return name.slice(0, 80) || 'file'
}
