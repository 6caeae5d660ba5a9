import { expect, test } from 'vitest'
import { strictHtml } from './strict-html.ts'

test('what a browser makes of a text becomes markup that mails may hold', () => {
  const strict = (html: string): string => {
    const holder = document.createElement('div')
    holder.innerHTML = html
    return strictHtml(holder)
  }
  expect(strict('a<br>b &amp; c&nbsp;d <b onclick="x">e</b><script>f</script>')).toBe('a<br/>b &amp; c&nbsp;d <b>e</b>')
  expect(strict('<section><font face="x">a</font><span class="">b</span></section>')).toBe('<div>ab</div>')
  expect(strict('<a href="javascript:x">a</a><a href="{{survey.link}}">b</a>')).toBe(
    '<a>a</a><a href="{{survey.link}}">b</a>',
  )
  expect(strict('<img src="/mailimages/a.png" alt=""><p style="background:url(x)">{{#if a < 3}}</p>')).toBe(
    '<img src="/mailimages/a.png" alt=""/><p>{{#if a &lt; 3}}</p>',
  )
})
