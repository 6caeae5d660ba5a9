import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ActionManagerData } from '@gensvar/contract/entities/actions'
import { useLocalText } from '#web/lib/local-text.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { ActionRow, SuggestionRow } from '#web/widgets/action-manager/action-row.tsx'
import { useTexts } from '#web/widgets/action-manager/texts.ts'
import { useActionDialog } from '#web/widgets/action-manager/use-action-dialog.tsx'
import type { OpenActions } from '#web/widgets/action-manager/use-action-dialog.tsx'
import { ActionTiles } from '#web/widgets/variable-action-block/action-tiles.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import classes from './action-plan.module.css'
import { CompactList } from './compact-list.tsx'
import { LegacyPlan } from './legacy-plan.tsx'
import { useManagerAddress } from './use-manager-address.ts'

/** Height kept free while the plan loads, in pixels. */
const height = 320

/** What is being done at the place and what could be, in short, beside tiles that lead to what needs attention. */
export function ActionPlan({ config }: WidgetProps<'action-plan'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('action-plan', 'data', config.id, {})
  const isAnchorable = query.data?.anchorable === true
  const { open, dialog } = useActionDialog(isAnchorable)
  const mayMake = isAnchorable && query.data?.isActionsConfigured === true
  return (
    <>
      <WidgetFrame
        query={query}
        title={text(config.title) || t('plan')}
        height={height}
        actions={
          mayMake ? (
            <Button
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={open.create}
            >
              {t('newAction')}
            </Button>
          ) : undefined
        }
      >
        {(plan) => (
          <div className={classes['room']}>
            <div className={classes['plan']} data-tiles={plan.variables.length > 0 || undefined}>
              <div className={classes['lists']}>
                <Plan plan={plan} fallback={text(config.fallback)} open={open} />
              </div>
              {plan.variables.length > 0 && (
                <div className={classes['tiles']}>
                  <ActionTiles variables={plan.variables} label={t('tiles')} />
                </div>
              )}
            </div>
          </div>
        )}
      </WidgetFrame>
      {dialog}
    </>
  )
}

interface PlanProps {
  plan: ActionManagerData
  fallback: string
  open: OpenActions
}

/** The lists of actions; where actions are not configured the older plan, else that there is none. */
function Plan({ plan, fallback, open }: PlanProps) {
  const t = useTexts()
  const text = useLocalText()
  const manager = useManagerAddress()
  const { isActionsConfigured, actionPlanData, anchorable, openActions, suggestedActions, noSuggestions } = plan
  if (!isActionsConfigured) {
    if (actionPlanData !== null && actionPlanData.length > 0) return <LegacyPlan plans={actionPlanData} />
    return <Empty title={fallback || t('noPlan')} compact />
  }
  return (
    <>
      <CompactList title={t('openActions')} actions={openActions} none={t('noOpen')} manager={manager}>
        {(action) => <ActionRow key={action.id} action={action} isCompact onOpen={() => open.show(action)} />}
      </CompactList>
      <CompactList
        title={t('suggestedActions')}
        actions={suggestedActions}
        none={text(noSuggestions) || t('noSuggested')}
        manager={manager}
      >
        {(action) => (
          <SuggestionRow key={action.extname} action={action} onOpen={anchorable ? () => open.accept(action) : null} />
        )}
      </CompactList>
    </>
  )
}
