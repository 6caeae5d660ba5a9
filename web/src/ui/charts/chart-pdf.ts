/** A4 landscape, in points, and the margin around the chart. */
const page = { width: 842, height: 595, margin: 40 }

/** Characters that the standard PDF fonts contain. */
const plain = /^[\u0020-\u007e\u00a0-\u00ff]*$/

/**
 * A chart as a PDF page: as vectors if the standard PDF fonts contain all of its characters, else as the image that
 * `makeImage` returns (PNG). `size` is the drawing's in pixels.
 */
export async function chartPdf(
  svg: string,
  size: { width: number; height: number },
  makeImage: () => Promise<Blob>,
): Promise<Blob> {
  const [{ jsPDF }, { svg2pdf }] = await Promise.all([import('jspdf'), import('svg2pdf.js')])
  const pdf = new jsPDF({ orientation: 'landscape', unit: 'pt', format: 'a4', compress: true })
  const width = page.width - 2 * page.margin
  const place = { x: page.margin, y: page.margin, width, height: (width * size.height) / size.width }
  const drawing = forPdf(svg)
  if (drawing === null)
    pdf.addImage(
      new Uint8Array(await (await makeImage()).arrayBuffer()),
      'PNG',
      place.x,
      place.y,
      place.width,
      place.height,
    )
  else await svg2pdf(drawing, pdf, place)
  return pdf.output('blob')
}

/** The drawing with characters of the standard fonts only; null if it needs others, such as Greek letters. */
function forPdf(svg: string): Element | null {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  documentElement.setAttribute(
    'viewBox',
    `0 0 ${documentElement.getAttribute('width')} ${documentElement.getAttribute('height')}`,
  )
  for (const text of documentElement.querySelectorAll('text')) {
    // Number formats use a minus sign and narrow spaces, which those fonts do not contain.
    const words = (text.textContent ?? '').replaceAll('\u2212', '-').replaceAll(/[\u2009\u202f]/g, '\u00a0')
    if (!plain.test(words)) return null
    text.textContent = words
    text.setAttribute('font-family', 'helvetica')
    text.style.fontFamily = 'helvetica'
    // Those fonts exist in regular and bold only.
    text.style.fontWeight = Number(text.style.fontWeight) >= 600 ? 'bold' : 'normal'
  }
  return documentElement
}
