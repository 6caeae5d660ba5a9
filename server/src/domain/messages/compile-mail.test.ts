import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { compileMail, fillMail } from './compile-mail.ts'
import type { CompiledMail, MailSource } from './compile-mail.ts'
import { BrokenTag } from './message-text.ts'

const known = new Set(['contact.name', 'survey.link', 'unsubscribe.link', 'language', 'question.rating'])
const setting = { origin: 'https://feedback.example.org', known }
const unsubscribe = '<mj-text><a href="{{unsubscribe.link}}">Stop</a></mj-text>'

function inBody(body: string, head = ''): string {
  return `<mjml>${head}<mj-body><mj-section><mj-column>${body}${unsubscribe}</mj-column></mj-section></mj-body></mjml>`
}

async function compile(mjml: string, more: Partial<MailSource> = {}) {
  return compileMail({ mjml, preheader: '', subject: 'Hello', locale: 'sv', ...more }, setting)
}

async function compiled(mjml: string, more: Partial<MailSource> = {}): Promise<CompiledMail> {
  const { mail, problems } = await compile(mjml, more)
  if (!mail) throw new Error(problems.map(({ line, words }) => `${line}: ${String(words)}`).join('\n'))
  return mail
}

const usual: Record<string, string> = {
  'survey.link': 'https://feedback.example.org/a/1?x=1&y=2',
  'unsubscribe.link': 'https://feedback.example.org/u/1',
  language: 'sv',
}
const fill = (mail: CompiledMail, values: Record<string, string> = {}) =>
  fillMail(mail, (name) => ({ ...usual, ...values })[name] ?? null)

const errorsOf = async (mjml: string, more: Partial<MailSource> = {}) =>
  (await compile(mjml, more)).problems
    .filter(({ isError }) => isError)
    .map(({ part, line, words }) => `${part} ${line}: ${String(words)}`)
const warningsOf = async (mjml: string) =>
  (await compile(mjml)).problems.filter(({ isError }) => !isError).map(({ line, words }) => `${line}: ${String(words)}`)

describe('a mail is compiled once and filled for each recipient', () => {
  test('tables for old programs, language, preheader, links and a plain-text part', async () => {
    const mail = await compiled(
      inBody(
        `<mj-text>Hej {{contact.name|du}} &amp; co<br/>Rad två</mj-text><mj-button href="{{survey.link}}">Svara</mj-button>
         <mj-image src="/mailimages/abc.png" alt="Butiken"/>`,
      ),
      { subject: 'Hej {{contact.name|du}}', preheader: 'Från {{contact.name|oss}}' },
    )
    const { html, text, subject } = fill(mail, { 'contact.name': 'Åsa' })
    expect(subject).toBe('Hej Åsa')
    expect(text).toBe(
      [
        'Hej Åsa & co',
        'Rad två',
        '',
        'Svara: https://feedback.example.org/a/1?x=1&y=2',
        '',
        'Butiken',
        '',
        'Stop: https://feedback.example.org/u/1',
      ].join('\n'),
    )
    expect(html).toContain('lang="sv"')
    expect(html).toContain('<title>Hej Åsa</title>')
    expect(html).toContain('Från Åsa')
    expect(html).toContain('[if mso')
    expect(html).toContain('href="https://feedback.example.org/a/1?x=1&amp;y=2"')
    expect(html).toContain('src="https://feedback.example.org/mailimages/abc.png"')
    expect(html).not.toMatch(/googleapis|\{\{|gensvar[\da-f]{16}/)
    expect(mail.code).toContain('{{contact.name|du}}')
    expect(fill(mail).subject).toBe('Hej du')
  })

  test('a mail with colours for dark screens says so, and its hidden preheader is not in the colour of its ground', async () => {
    const dark = '<mj-head><mj-style>@media (prefers-color-scheme: dark) { p { color: #fff } }</mj-style></mj-head>'
    const { html } = fill(await compiled(inBody('<mj-text>A</mj-text>', dark), { preheader: 'First' }))
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toMatch(/<div style="display:none;font-size:1px;color:#14171c;[^"]*">First/)
    expect(fill(await compiled(inBody('<mj-text>A</mj-text>'))).html).not.toContain('color-scheme')
  })

  test('conditions by language and answer, around texts and around whole sections', async () => {
    const section = (text: string) => `<mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section>`
    const mail = await compiled(
      `<mjml><mj-body>{{#if language = sv}}${section('Hej')}{{else}}${section('Hello')}{{/if}}
       ${section('{{#if question.rating < 3}}Sorry{{else}}{{#if question.rating}}Thanks{{/if}}{{/if}}')}
       ${section('<a href="{{unsubscribe.link}}">x</a>')}</mj-body></mjml>`,
      { subject: '{{#if language = sv}}Hur var det?{{else}}How was it?{{/if}}' },
    )
    const [swedish, finnish] = [fill(mail, { 'question.rating': '2' }), fill(mail, { language: 'fi' })]
    expect(swedish.subject).toBe('Hur var det?')
    expect(swedish.text).toMatch(/^Hej\s+Sorry/)
    expect(swedish.html).not.toContain('Hello')
    expect(finnish.subject).toBe('How was it?')
    expect(finnish.text).toMatch(/^Hello\s+x/)
    expect(fill(mail, { 'question.rating': '9' }).text).toMatch(/Thanks/)
  })
})

describe('a value stays text, wherever it stands', () => {
  const mail = compiled(
    inBody(
      `<mj-text>A {{contact.name}} <a href="https://example.org/?q={{contact.name}}" title="{{contact.name}}">b</a></mj-text>
       <mj-image src="/mailimages/abc.png" alt="{{contact.name}}" href="{{survey.link}}"/>`,
      '<mj-head><mj-title>{{contact.name}}</mj-title></mj-head>',
    ),
    { preheader: '{{contact.name}}' },
  )
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          ...[
            '<',
            '>',
            '"',
            "'",
            '`',
            '&',
            '-->',
            ']]>',
            '<!--',
            '<![endif]-->',
            '</title>',
            '<script>',
            '{{',
            '}}',
            '#if',
          ],
          ...['javascript:', 'contact.name', '\n', '\u0000', '\u2028', '=', ' onload=', '</a>', '&lt;', '%0d%0a', 'Å'],
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )

  test('in markup: the elements and attributes are those of any other value', async () => {
    const one = await mail
    const plain = shapeOf(fill(one, { 'contact.name': 'Kim' }).html)
    fc.assert(
      fc.property(hostile, (value) => {
        fc.pre(value !== '')
        expect(shapeOf(fill({ ...one, subject: [] }, { 'contact.name': value }).html)).toEqual(plain)
      }),
      { numRuns: 400 },
    )
  })

  test('what is shown of it is the value itself', async () => {
    const one = await mail
    const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(letters, (value) => {
        const shown = value.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
        const title = attributesOf(fill({ ...one, subject: [] }, { 'contact.name': value }).html, 'title')
        expect(title).toContain(shown)
      }),
    )
  })

  test('an address must be one of the web; within one a value is encoded', async () => {
    const one = await mail
    const html = fill(one, { 'contact.name': 'a&b="c d/' }).html
    expect(html).toContain('href="https://example.org/?q=a%26b%3D%22c%20d%2F"')
    fc.assert(
      fc.property(hostile, (value) => {
        const link = `javascript:${value}`
        expect(() => fill(one, { 'contact.name': 'Kim', 'survey.link': link })).toThrow(BrokenTag)
      }),
    )
    for (const link of [
      'javascript:alert(1)',
      '//evil.example',
      'data:text/html,x',
      'https:/x',
      ' https://x y',
      '/here',
    ])
      expect(() => fill(one, { 'contact.name': 'Kim', 'survey.link': link }), link).toThrow(/\{\{survey\.link\}\}/)
  })

  test('a broken or missing value stops its recipient, and is named', async () => {
    const header = await compiled(inBody('<mj-text>x</mj-text>'), { subject: 'Hi {{contact.name}}' })
    const breaking = () => fill(header, { 'contact.name': 'Kim\r\nBcc: eve@example.org' })
    expect(breaking).toThrow('{{contact.name}} cannot be filled in: the value has line breaks')
    expect(() => fill(header)).toThrow('{{contact.name}} has no value for this recipient, and no fallback.')
    expect(fill(header, { 'contact.name': 'Kim' }).subject).toBe('Hi Kim')
  })

  test('values are not read as tags, nor as references', async () => {
    const one = await compiled(inBody('<mj-text>{{contact.name}}</mj-text>'))
    const { html, text } = fill(one, { 'contact.name': '{{survey.link}} &amp; {{#if language}}' })
    expect(text).toContain('{{survey.link}} &amp; {{#if language}}')
    expect(html).toContain('&#123;&#123;survey.link}} &amp;amp;')
  })
})

describe('what is refused', () => {
  test.each([
    ['<mj-raw>x</mj-raw>', 'mjml 1: <mj-raw> cannot be used in a mail.'],
    ['<mj-include path="/etc/passwd"/>', 'mjml 1: <mj-include> cannot be used in a mail.'],
    ['<mj-text><script>x</script></mj-text>', 'mjml 1: <script> cannot stand in a text of a mail.'],
    ['<mj-text><iframe src="x"></iframe></mj-text>', 'mjml 1: <iframe> cannot stand in a text of a mail.'],
    ['<mj-text>\n<b onclick="x">y</b></mj-text>', 'mjml 2: The attribute onclick cannot be used in a mail.'],
    [
      '<mj-text><a href="javascript:x">y</a></mj-text>',
      'mjml 1: "javascript:x" is no address that a mail may lead to.',
    ],
    ['<mj-text><a href=" java&#115;cript:x">y</a></mj-text>', '1: " java&#115;cript:x" is no address'],
    ['<mj-text><a href="java{{contact.name}}">y</a></mj-text>', 'mjml 1: "java{{contact.name}}" is no address'],
    ['<mj-text css-class=\'a" onload="x\'>y</mj-text>', 'mjml 1: The tag <mj-text> cannot be read.'],
    ['<mj-text color="{{contact.name}}">y</mj-text>', 'mjml 1: The attribute color cannot hold merge tags.'],
    ['<mj-text><p style="background:url(//x)">y</p></mj-text>', 'mjml 1: A style cannot load anything.'],
    ['<mj-text><![CDATA[x]]></mj-text>', 'mjml 1: "<" begins no element.'],
    ['<mj-text><!--[if mso]>x<![endif]--></mj-text>', 'mjml 1: This comment cannot be read.'],
    ['<mj-text>{{nobody}}</mj-text>', 'mjml 1: There is no merge tag "nobody".'],
    ['<mj-text>{{constructor.constructor("x")()}}</mj-text>', '"{{constructor.constructor("x")()}}" is no merge tag.'],
    ['<mj-text>{{#if language}}<b>x{{/if}}</b></mj-text>', 'A condition must begin and end in the same element.'],
    ['{{contact.name}}', 'This text stands between the elements'],
    ['<mj-text colour="red">y</mj-text>', 'The mail cannot be compiled: Attribute colour is illegal'],
    ['<mj-text><b>y</mj-text>', '</mj-text> stands where </b> is expected.'],
  ])('%s', async (body, reason) => {
    const errors = await errorsOf(inBody(body))
    expect(errors.join('\n')).toContain(reason)
  })

  test('styles that load, and markup outside of the mail', async () => {
    const head = (style: string) => `<mj-head><mj-style>${style}</mj-style></mj-head>`
    expect(await errorsOf(inBody('', head('@import "//x";')))).toEqual(['mjml 1: A style cannot load anything.'])
    expect(await errorsOf(inBody('', head('@media (prefers-color-scheme: dark) { p { color: #fff } }')))).toEqual([])
    expect(await errorsOf('<p>x</p>')).toContain('mjml 1: A mail is one <mjml> element.')
    expect(await errorsOf('')).toEqual(['mjml 1: A mail is one <mjml> element.'])
  })

  test('a subject with an open condition or an unknown tag, a preheader with one', async () => {
    const mjml = inBody('')
    expect(await errorsOf(mjml, { subject: '{{#if language}}x' })).toEqual([
      'subject null: A condition is not closed by {{/if}}.',
    ])
    expect(await errorsOf(mjml, { preheader: 'a\n{{who}}' })).toEqual(['preheader 2: There is no merge tag "who".'])
  })

  test('any text at all is compiled or refused with words', async () => {
    const pieces = [
      '<mjml>',
      '<mj-body>',
      '</',
      '<',
      '>',
      '{{',
      '}}',
      '"',
      'mj-text',
      '<!--',
      '-->',
      '{{#if x}}',
      ' a="',
      '\n',
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), async (parts) => {
        const { mail, problems } = await compile(parts.join(''))
        expect(mail !== null || problems.some(({ isError }) => isError)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

test('what whoever writes a mail should know: unsubscribing, texts of images, contrast and size', async () => {
  expect(await warningsOf('<mjml><mj-body></mj-body></mjml>')).toEqual([
    'null: No link ends such mails. Add the block that unsubscribes.',
  ])
  expect(await warningsOf(inBody('\n<mj-image src="/mailimages/a.png"/>'))).toEqual([
    '2: This image has no text (alt) for those who do not see it.',
  ])
  expect(await warningsOf(inBody('<mj-text color="#999">x</mj-text>'))).toEqual([
    '1: This text is hard to read: its contrast is 2.8, at least 4.5 is needed.',
  ])
  expect(await warningsOf(inBody('<mj-text color="#fff" container-background-color="red">x</mj-text>'))).toHaveLength(1)
  expect(await warningsOf(inBody('<mj-button background-color="#1f5fbf" href="#">x</mj-button>'))).toEqual([])
  expect((await warningsOf(inBody(`<mj-text>${'long '.repeat(20_000)}</mj-text>`))).join('\n')).toMatch(/10\d kB/)
})

/** Elements and names of attributes of a page, without texts. */
function shapeOf(html: string): unknown {
  return walk(parse(html) as TreeNode)
}

interface TreeNode {
  nodeName: string
  attrs?: { name: string; value: string }[]
  childNodes?: TreeNode[]
}

function walk(node: TreeNode): unknown {
  const children = (node.childNodes ?? []).filter(({ nodeName }) => nodeName !== '#text')
  return [node.nodeName, (node.attrs ?? []).map(({ name }) => name), children.map(walk)]
}

function attributesOf(html: string, name: string): string[] {
  const values: string[] = []
  const visit = (node: TreeNode): void => {
    for (const attribute of node.attrs ?? []) if (attribute.name === name) values.push(attribute.value)
    node.childNodes?.forEach(visit)
  }
  visit(parse(html) as TreeNode)
  return values
}
