import { SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { SurveyStart } from '#web/lib/survey-start.ts'
import { Card } from '#web/ui/card.tsx'
import type { Leave } from '#web/widgets/sample-editor/editor-context.ts'
import { SampleEditor } from '#web/widgets/sample-editor/sample-editor.tsx'
import { sampleQuery } from './queries.ts'
import type { Sample } from './queries.ts'
import { SampleSections } from './sample-sections.tsx'
import { useTexts } from './texts.ts'
import { useReturn } from './use-return.ts'
import classes from './sample.module.css'

type View = 'form' | 'editor'

interface Props {
  sample: Sample
  survey: string
  fromPage: string
}

/** The sample table with an editor on the page that the sample was opened from; null where there is none. */
function editorTable({ survey }: SurveyStart, fromPage: string): string | null {
  const pages = survey.pages.filter(
    ({ extname, kind }) => extname === fromPage || (fromPage === 'samplelist' && kind === 'samples'),
  )
  for (const { component } of walkComponents(pages))
    if (isComponentOf(component, 'sample-table') && component.config.sampleEditor.length > 0) return component.config.id
  return null
}

/** The form of a sample, or the editor of the table it was opened from; a choice where there are both. */
export function SampleViews({ sample, survey, fromPage }: Props) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const { goBack } = useReturn(fromPage)
  const component = editorTable(useSurveyStart(), fromPage)
  const hasForm = sample.groups.length > 0
  const [chosen, setChosen] = useState<View>('form')
  const editorLeave = useRef<Leave | null>(null)
  const view = component === null ? 'form' : hasForm ? chosen : 'editor'
  const choose = (next: View) => {
    const act = () => setChosen(next)
    if (view === 'editor' && editorLeave.current !== null) editorLeave.current(act)
    else act()
  }
  const onSaved = () => {
    void queryClient.invalidateQueries({ queryKey: sampleQuery({ survey, sampleId: sample.id }).queryKey })
    void refreshAround(queryClient, survey, 'sample')
  }
  return (
    <>
      {hasForm && component !== null && (
        <SegmentedControl
          aria-label={t('view')}
          className={classes['views']}
          value={view}
          onChange={choose}
          data={[
            { value: 'form', label: t('asForm') },
            { value: 'editor', label: t('asEditor') },
          ]}
        />
      )}
      {(hasForm || component === null) && (
        // What is entered stays while one looks at the editor, and when the editor is removed meanwhile.
        <div hidden={view !== 'form'}>
          <SampleSections sample={sample} survey={survey} fromPage={fromPage} />
        </div>
      )}
      {component !== null && view === 'editor' && (
        <Card>
          <SampleEditor
            survey={survey}
            component={component}
            sampleId={sample.id}
            onSaved={onSaved}
            onClose={goBack}
            leaveRef={editorLeave}
          />
        </Card>
      )}
    </>
  )
}
