import { longTitle } from '@gensvar/contract/widgets/example-states/words'
import { useState } from 'react'
import { CodeDiff, CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import { Shown } from './shown.tsx'

const before = `# Pages of the survey
version: 1
pages:
  - id: overview
    title: Overview
    components:
      - type: results-block
        question: satisfaction
`

const after = before.replace('title: Overview', 'title: Start').concat('      - type: ranking-table\n')

const script = `/** Raises an alert for each unhappy answer. */
async function main(input) {
  const score = input.answers.satisfaction
  if (score > 40) return null
  host.log.info(\`Alert for \${input.interviewId}\`)
  return { alertType: 'unhappy', message: 'Call back within 24 hours' }
}
`

const problems = [
  { line: 4, column: 3, severity: 'warning', message: 'This is never reached.' },
  { line: 6, column: null, severity: 'error', message: `There is no alert called "${longTitle}".` },
] as const

function Editable() {
  const [text, setText] = useState(script)
  return (
    <CodeEditor label="Script" value={text} onChange={setText} language="javascript" problems={problems} height={200} />
  )
}

const nothing = () => undefined

/** Texts of scripts and configurations, and what differs between two of them. */
export function CodeSection() {
  return (
    <>
      <Shown name="CodeEditor: JavaScript with problems" isBlock>
        <Editable />
      </Shown>
      <Shown name="CodeEditor: YAML that is only read" isBlock>
        <CodeEditor label="Configuration" value={before} onChange={nothing} language="yaml" readOnly height={160} />
      </Shown>
      <Shown name="CodeDiff" isBlock>
        <CodeDiff label="Changes" before={before} after={after} language="yaml" />
      </Shown>
      <Shown name="CodeDiff: no difference" isBlock>
        <CodeDiff label="No changes" before={before} after={before} language="yaml" />
      </Shown>
    </>
  )
}
