const odf = 'urn:oasis:names:tc:opendocument:xmlns:'

/** A PNG of one red pixel. */
export const redPixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

/** Parts of a letter besides its text. */
interface LetterParts {
  /** Paragraphs and what stands between them. */
  body: string
  /** What stands before the body: scripts, settings, fonts. */
  head?: string
  /** Further attributes of the root. */
  root?: string
}

/** A letter as LibreOffice writes it, of flat OpenDocument XML on a page of A4. */
export function letterFile({ body, head = '', root = '' }: LetterParts): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="${odf}office:1.0" xmlns:text="${odf}text:1.0" xmlns:table="${odf}table:1.0"
  xmlns:draw="${odf}drawing:1.0" xmlns:style="${odf}style:1.0" xmlns:svg="${odf}svg-compatible:1.0"
  xmlns:fo="${odf}xsl-fo-compatible:1.0" xmlns:dom="http://www.w3.org/2001/xml-events" xmlns:script="${odf}script:1.0" xmlns:form="${odf}form:1.0"
  xmlns:meta="${odf}meta:1.0" xmlns:config="${odf}config:1.0" xmlns:presentation="${odf}presentation:1.0"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ooo="http://openoffice.org/2004/office"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text" ${root}>
${head}
<office:automatic-styles>
  <style:page-layout style:name="page"><style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm"
    fo:margin-top="20mm" fo:margin-bottom="20mm" fo:margin-left="20mm" fo:margin-right="20mm"/></style:page-layout>
  <style:style style:name="address" style:family="graphic"><style:graphic-properties style:wrap="run-through"
    style:horizontal-pos="from-left" style:horizontal-rel="page" style:vertical-pos="from-top" style:vertical-rel="page"
    draw:stroke="none" draw:fill="none" fo:padding="0mm" fo:border="none"/></style:style>
  <style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="page"/></office:master-styles>
<office:body><office:text>${body}</office:text></office:body>
</office:document>`)
}

/** The recipient's address where the window of an envelope is, and a few lines. */
export const letterText = `
<text:p><draw:frame draw:style-name="address" text:anchor-type="page" text:anchor-page-number="1"
  svg:x="22mm" svg:y="50mm" svg:width="85mm" svg:height="25mm"><draw:text-box>
  <text:p>{{contact.name}}</text:p><text:p>{{contact.street}}</text:p>
  <text:p>{{contact.postcode}} {{contact.city}}</text:p></draw:text-box></draw:frame></text:p>
<text:p>Dear {{contact.name}},</text:p>
<text:p>please tell us how your visit was: {{survey.link}}</text:p>
<text:p><text:span text:style-name="bold">{{survey.</text:span>organisation}}</text:p>`
