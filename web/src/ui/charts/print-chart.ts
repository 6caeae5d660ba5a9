/**
 * Opens the browser's print dialog for an SVG document. `title` is the suggested document name. The frame that holds
 * the document is removed when the dialog is closed.
 */
export function printSvg(svg: string, title: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  Object.assign(frame.style, { position: 'fixed', right: '0', bottom: '0', width: '0', height: '0', border: '0' })
  frame.srcdoc = '<!doctype html><html><head></head><body></body></html>'
  return new Promise((done, fail) => {
    frame.addEventListener(
      'load',
      () => {
        const inside = frame.contentWindow
        if (inside === null) return fail(new Error('There is no frame to print'))
        inside.document.title = title
        const drawing = inside.document.importNode(
          new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement,
          true,
        )
        const { width, height } = { width: drawing.getAttribute('width'), height: drawing.getAttribute('height') }
        drawing.setAttribute('viewBox', `0 0 ${width} ${height}`)
        drawing.setAttribute('width', '100%')
        drawing.removeAttribute('height')
        inside.document.body.append(drawing)
        inside.addEventListener('afterprint', () => frame.remove())
        inside.focus()
        inside.print()
        done()
      },
      { once: true },
    )
    document.body.append(frame)
  })
}
