import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconDotsVertical, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { taskStates } from '@gensvar/contract/entities/tasks'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import type { TaskDetails } from '@gensvar/contract/tasks'
import { useTexts } from './texts.ts'

interface Props {
  task: TaskDetails
  onAssign: (state: TaskState) => void
  onDelete: () => void
}

const unfinished: readonly TaskState[] = ['OPEN', 'RETRY', 'PROCESSING']

/** What can be done with one task: what its state suggests first, then any state. */
export function TaskMenu({ task, onAssign, onDelete }: Props) {
  const t = useTexts()
  const { state } = task
  const acts: [isOffered: boolean, icon: Icon, label: string, run: () => void][] = [
    [state === 'PAUSED', IconPlayerPlay, t('resume'), () => onAssign('OPEN')],
    [state !== 'PROCESSING', IconPlayerPlay, t('process'), () => onAssign('PROCESSING')],
    [unfinished.includes(state), IconPlayerPause, t('pause'), () => onAssign('PAUSED')],
    [unfinished.includes(state) || state === 'PAUSED', IconBan, t('stop'), () => onAssign('FAILED')],
    [true, IconTrash, t('delete'), onDelete],
  ]
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          tabIndex={-1}
          aria-label={t('actionsOf', { name: task.description || task.title })}
        >
          <IconDotsVertical size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {acts.map(
          ([isOffered, Shown, label, run]) =>
            isOffered && (
              <Menu.Item key={label} leftSection={<Shown size={16} aria-hidden="true" />} onClick={run}>
                {label}
              </Menu.Item>
            ),
        )}
        <Menu.Divider />
        <Menu.Label>{t('assign')}</Menu.Label>
        {taskStates.map((one) => (
          <Menu.Item key={one} disabled={one === state} onClick={() => onAssign(one)}>
            {t(`state${one}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
