import { expect, test } from 'vitest'
import { Markup, html } from './html.ts'

test('what is put in is escaped, in text and in attributes', () => {
  const words = `<b title="x">'&'</b>`
  expect(html`<p title="${words}">${words}</p>`.text).toBe(
    '<p title="&lt;b title=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;">&lt;b title=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;</p>',
  )
})

test('markup stays markup, lists are put side by side, null and false leave nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`)
  expect(html`${items}${new Markup('<hr>')}${null}${false}${0}`.text).toBe('<i>a</i><i>&lt;b&gt;</i><hr>0')
})
