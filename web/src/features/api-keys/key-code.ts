import type { ApiKeyType } from '@gensvar/contract/api-keys'

/** What a text to copy is: its name among the texts, and the text. */
export interface KeyCode {
  name: 'codeScript' | 'codeFrame' | 'codeMarkup' | 'codeScreen' | 'codeHeader'
  code: string
}

/** What is put on another page, or opened on a screen, with a key. */
export function codesOf(type: ApiKeyType, token: string, address: string): KeyCode[] {
  const widget = `${address}/widget/${token}`
  switch (type) {
    case 1:
      return [
        { name: 'codeScript', code: `<script async src="${widget}/score.js"></script>` },
        {
          name: 'codeFrame',
          code: `<iframe src="${widget}" title="Rating" width="320" height="180" loading="lazy" style="border:0"></iframe>`,
        },
      ]
    case 2:
      return [
        { name: 'codeScript', code: `<script async src="${widget}/rating.js"></script>` },
        { name: 'codeMarkup', code: `${widget}/rating.json` },
      ]
    case 3:
      return [{ name: 'codeHeader', code: `Authorization: Bearer ${token}` }]
    case 4:
      return [{ name: 'codeScreen', code: `${address}/bigscreen/${token}` }]
  }
}
