import { expect, test } from 'vitest'
import { parseMarkup } from '@gensvar/contract/template-markup'
import { nodeAt, pathAtLine, readDesign, readParts, writeDesign } from './design-tree.ts'
import { withCondition, withCopy, withMoved, withParts, withoutPart } from './tree-steps.ts'

const mail = `<!-- ours -->
<mjml lang="sv">
  <mj-head>
    <mj-attributes>
      <mj-text font-size="16px"/>
    </mj-attributes>
    <mj-style>.a { color: red; }</mj-style>
  </mj-head>
  <mj-body background-color="#fff">
    {{#if language = sv}}
    <mj-section>
      <mj-column>
        <mj-text css-class='a'>Hej {{#if question.rating < 3}}<b>så</b>{{/if}} &amp;<br/>hopp</mj-text>
        <mj-image src="/mailimages/x.png" alt=""/>
      </mj-column>
    </mj-section>
    {{/if}}
    <!-- foot -->
    <mj-section>
      <mj-column>
        <mj-button href="{{survey.link}}?a=1&amp;b=2">Svara</mj-button>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`
const design = () => readDesign(mail)!
const names = (body = design().body): string => {
  const short = (node: typeof body): string =>
    node.children.length === 0 ? node.name : `${node.name}(${node.children.map(short).join(' ')})`
  return short(body).replaceAll('mj-', '')
}

test('a design is written as it was read, with heads, comments, conditions and empty attributes', () => {
  const written = writeDesign(design())
  // A merge tag in a text has no signs that a browser takes for markup; the server reads both.
  expect(written).toBe(mail.replace('rating < 3', 'rating &lt; 3').replace("css-class='a'", 'css-class="a"'))
  expect(writeDesign(readDesign(written)!)).toBe(written)
  expect(readDesign('<mjml></mjml>')).toBeNull()
  expect(() => readDesign('<mjml>')).toThrow()
  // Nothing that the strict reader refuses is ever written.
  expect(() => parseMarkup(written)).not.toThrow()
})

test('a line of the markup leads to its part', () => {
  const at = (line: number) => {
    const path = pathAtLine(mail, line)
    return path && nodeAt(design().body, path)?.name
  }
  expect([1, 9, 10, 12, 13, 14, 18, 21, 99].map(at)).toEqual([
    ...[null, 'mj-body', '#between', 'mj-column', 'mj-text', 'mj-image', '#between', 'mj-button', 'mj-button'],
  ])
})

test('parts are moved within what holds them, and from column to column', () => {
  const { body } = design()
  const up = withMoved(body, [1, 0, 1], -1)
  expect(up && names(up.body)).toContain('column(image text)')
  expect(up?.selected).toEqual([1, 0, 0])
  const down = withMoved(body, [1, 0, 1], 1)
  expect(down && names(down.body)).toBe(
    'body(#between section(column(text)) #between #between section(column(image button)))',
  )
  expect(down?.selected).toEqual([4, 0, 0])
  const back = withMoved(body, [4, 0, 0], -1)
  expect(back?.selected).toEqual([1, 0, 2])
  expect(withMoved(body, [0], -1)).toBeNull()
  expect(withMoved(body, [4, 0, 0], 1)).toBeNull()
  expect(withMoved(body, [9], 1)).toBeNull()
})

test('parts are inserted where they may stand, copied, deleted and made to depend on a condition', () => {
  const { body } = design()
  const [text] = readParts('<mj-text>x</mj-text>')
  const inserted = withParts(body, [text!], [1, 0, 0])
  expect(inserted.selected).toEqual([1, 0, 1])
  expect(withParts(body, [text!], []).selected).toEqual([1, 0, 2])
  expect(withParts(body, [text!], [4]).selected).toEqual([4, 0, 1])
  const section = readParts('<mj-section><mj-column/></mj-section>')
  expect(withParts(body, section, [1, 0, 0]).selected).toEqual([2])
  const empty = { ...body, children: [] }
  expect(names(withParts(empty, [text!], []).body)).toBe('body(section(column(text)))')
  expect(names(withCopy(body, [1, 0, 1]).body)).toContain('column(text image image)')
  expect(withoutPart(body, [1, 0, 1]).selected).toEqual([1, 0, 0])
  expect(withoutPart(withoutPart(body, [1, 0, 1]).body, [1, 0, 0]).selected).toEqual([1, 0])
  const asked = withCondition(body, [4], 'language = sv')
  expect(nodeAt(asked.body, [4])?.content).toBe('{{#if language = sv}}')
  expect(nodeAt(asked.body, [5])?.name).toBe('mj-section')
  expect(nodeAt(asked.body, [6])?.content).toBe('{{/if}}')
})
