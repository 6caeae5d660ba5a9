import { Card } from '#web/ui/card.tsx'
import { SampleEditor } from '#web/widgets/sample-editor/sample-editor.tsx'
import { editorExampleNames } from './editor-examples.ts'
import { exampleStart } from './examples.ts'
import { Shown } from './shown.tsx'

const nothing = () => undefined

/** The sample editor with every part, in the states it can be in. */
export function SampleEditorSection() {
  return editorExampleNames.map((name, sampleId) => (
    <Shown key={name} name={name} isBlock>
      <Card>
        <SampleEditor
          survey={exampleStart.survey.extName}
          component="customers"
          sampleId={sampleId}
          onClose={nothing}
        />
      </Card>
    </Shown>
  ))
}
