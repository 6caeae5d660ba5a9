const odf = 'urn:oasis:names:tc:opendocument:xmlns:'

/** Namespaces of the parts of a letter, by the names that the format gives them. */
export const odfNames = {
  office: `${odf}office:1.0`,
  text: `${odf}text:1.0`,
  table: `${odf}table:1.0`,
  draw: `${odf}drawing:1.0`,
  style: `${odf}style:1.0`,
  svg: `${odf}svg-compatible:1.0`,
  meta: `${odf}meta:1.0`,
  config: `${odf}config:1.0`,
  number: `${odf}datastyle:1.0`,
  fo: `${odf}xsl-fo-compatible:1.0`,
  dc: 'http://purl.org/dc/elements/1.1/',
  xlink: 'http://www.w3.org/1999/xlink',
  loext: 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0',
} as const

/** What the root of a text document of OpenDocument says that it is. */
export const textDocumentType = 'application/vnd.oasis.opendocument.text'
