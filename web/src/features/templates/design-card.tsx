import { SegmentedControl } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { MailBlock } from '@gensvar/contract/template-editor'
import type { MessageProblem, previewMail } from '@gensvar/contract/templates'
import type { ReactNode } from 'react'
import type { Answer } from '#web/api.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { fillVersion, versionPaths } from './language-versions.ts'
import type { VersionAt } from './language-versions.ts'
import { Preview } from './preview.tsx'
import { SourceView } from './source-view.tsx'
import { StartMenu } from './start-menu.tsx'
import type { MailForm } from './template-body.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

const VisualDesigner = onDemand(() => import('./designer/visual-designer.tsx').then((file) => file.VisualDesigner))

/** Ways to look at a design. */
export type DesignView = 'design' | 'source' | 'preview'

interface Props {
  survey: string
  form: MailForm
  at: VersionAt
  locale: string
  view: DesignView
  setView: (view: DesignView) => void
  blocks: readonly MailBlock[]
  problems: readonly MessageProblem[]
  preview: UseQueryResult<Answer<typeof previewMail>>
  /** A line of the markup whose place is to be shown. */
  shown: { line: number } | null
  /** What is wrong with the design. */
  checks: ReactNode
  readOnly: boolean
}

/** The design of a mail in one language: designed, as MJML, or as recipients get it. */
export function DesignCard(props: Props) {
  const { survey, form, at, locale, view, setView, blocks, problems, preview, shown, checks, readOnly } = props
  const t = useTexts()
  const path = versionPaths(at).mjml
  const { error, value, onFocus, onBlur } = form.field(path)
  const onChange = (mjml: string) => form.set(path, mjml)
  const views: DesignView[] = readOnly ? ['preview', 'source'] : ['design', 'source', 'preview']
  return (
    <Card
      title={t('design')}
      subtitle={t(`help_${view}`)}
      actions={
        <>
          {!readOnly && <StartMenu survey={survey} locale={locale} begin={(start) => fillVersion(form, at, start)} />}
          <SegmentedControl
            aria-label={t('showAs')}
            size="xs"
            value={view}
            onChange={(chosen) => setView(chosen as DesignView)}
            data={views.map((one) => ({ value: one, label: t(`show_${one}`) }))}
          />
        </>
      }
    >
      <div className={classes['design']} onFocus={onFocus} onBlur={onBlur}>
        {error !== undefined && error !== null && (
          <p role="alert" className={classes['wrong']}>
            {error}
          </p>
        )}
        {view === 'design' && (
          <div data-path={path} tabIndex={-1}>
            <VisualDesigner key={at} {...{ survey, value, onChange, blocks, shown }} aside={checks} />
          </div>
        )}
        {view === 'source' && (
          <SourceView key={at} {...{ survey, value, onChange, path, blocks, problems, shown, readOnly }} />
        )}
        {view === 'preview' && <Preview query={preview} />}
        {view !== 'design' && checks}
      </div>
    </Card>
  )
}
