import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Action, ActionManagerData } from '@gensvar/contract/entities/actions'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import classes from './action-manager.module.css'
import { ActionRow, SuggestionRow } from './action-row.tsx'
import { EvaluateButton } from './evaluate-button.tsx'
import { useTexts } from './texts.ts'
import { useActionDialog } from './use-action-dialog.tsx'

/** Height kept free while the actions load, in pixels. */
const height = 360

/** Actions of a list that are shown at first. */
const shownAtFirst = 10

/** True where the survey has nothing that can be acted on, and nothing was. */
function isUnused({ isActionsConfigured, openActions, closedActions }: ActionManagerData): boolean {
  return !isActionsConfigured && openActions.length === 0 && closedActions.length === 0
}

/** All actions of the place: what is being done, what could be, and what earlier actions changed. */
export function ActionManager({ config }: WidgetProps<'action-manager'>) {
  const t = useTexts()
  const text = useLocalText()
  const { isRoot } = useIdentity()
  const query = useWidgetData('action-manager', 'data', config.id, {})
  const isAnchorable = query.data?.anchorable === true
  const { open, dialog } = useActionDialog(isAnchorable)
  const mayMake = isAnchorable && query.data?.isActionsConfigured === true
  return (
    <>
      <WidgetFrame
        query={query}
        title={text(config.title) || t('actions')}
        height={height}
        isEmpty={isUnused}
        empty={
          <Empty title={t('notConfigured')} compact>
            {t('notConfiguredHelp')}
          </Empty>
        }
        actions={
          isRoot || mayMake ? (
            <div className={classes['tools']}>
              {isRoot && <EvaluateButton />}
              {mayMake && (
                <Button
                  size="xs"
                  leftSection={<IconPlus size={16} aria-hidden="true" />}
                  aria-haspopup="dialog"
                  onClick={open.create}
                >
                  {t('newAction')}
                </Button>
              )}
            </div>
          ) : undefined
        }
      >
        {({ openActions, suggestedActions, closedActions, noSuggestions }) => (
          <div className={classes['lists']}>
            <ActionList title={t('openActions')} actions={openActions} none={t('noOpen')}>
              {(action) => <ActionRow key={action.id} action={action} onOpen={() => open.show(action)} />}
            </ActionList>
            <ActionList
              title={t('suggestedActions')}
              actions={suggestedActions}
              none={text(noSuggestions) || t('noSuggested')}
            >
              {(action) => (
                <SuggestionRow
                  key={action.extname}
                  action={action}
                  onOpen={isAnchorable ? () => open.accept(action) : null}
                />
              )}
            </ActionList>
            <ActionList title={t('closedActions')} actions={closedActions} none={t('noClosed')}>
              {(action) => <ActionRow key={action.id} action={action} onOpen={() => open.show(action)} />}
            </ActionList>
          </div>
        )}
      </WidgetFrame>
      {dialog}
    </>
  )
}

interface ListProps {
  title: string
  actions: readonly Action[]
  /** Said where there are none. */
  none: string
  children: (action: Action) => ReactNode
}

/** A list of actions with their number; of many, the first ones until the reader asks for all. */
function ActionList({ title, actions, none, children }: ListProps) {
  const t = useTexts()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? actions : actions.slice(0, shownAtFirst)
  const hidden = actions.length - shown.length
  return (
    <section aria-label={title}>
      <h3 className={classes['heading']}>
        {title} <span className={classes['count']}>{format.number(actions.length)}</span>
      </h3>
      {actions.length === 0 ? (
        <p className={classes['none']}>{none}</p>
      ) : (
        <ul className={classes['list']}>{shown.map(children)}</ul>
      )}
      {hidden > 0 && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {t('showMore', { n: format.number(hidden) })}
        </Button>
      )}
    </section>
  )
}
