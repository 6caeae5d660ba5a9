import { updateAction } from '@gensvar/contract/actions'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import type { ActionDialogProps } from './action-props.ts'
import { fetchAction, placeOf } from './action-query.ts'
import type { ActionData } from './action-query.ts'
import { goalOf } from './check-action.ts'
import { useTexts } from './texts.ts'

/** The form of an action. */
export type ActionForm = ReturnType<typeof useActionForm>

/** What the form begins with: the action as stored, or what a suggestion says for one that is new. */
function draftOf({ updateData, actionableItems }: ActionData, suggestion: ActionDialogProps['suggestion']) {
  const { id, state, periodStartDate, deadline, responsible, period, kind, version } = updateData
  const taken = id === 0 ? suggestion : undefined
  const extname = updateData.extname || (taken?.extname ?? '')
  return {
    ...{ id, extname, state, periodStartDate, deadline, responsible, period, kind, version },
    expression: actionableItems.find((item) => item.extname === extname)?.expression ?? updateData.expression,
    goal: updateData.goal ?? taken?.goal ?? taken?.varData.goalValue ?? null,
    suggestion: updateData.suggestion || taken !== undefined,
    comments: '',
    overwrite: false,
  }
}

/** A form over an action; `onSaved` is called when it is saved. */
export function useActionForm(data: ActionData, opened: ActionDialogProps, onSaved: () => void) {
  const t = useTexts()
  return useContractForm(updateAction, {
    params: placeOf(opened, data.updateData),
    initial: draftOf(data, opened.suggestion),
    keepsLetters: true,
    latest: async () => draftOf(await fetchAction(opened), opened.suggestion),
    complete: (values) => Promise.resolve({ ...values, goal: goalOf(values.goal) }),
    done: () => t('saved'),
    onSaved,
  })
}
