import { Menu } from '@mantine/core'
import {
  IconArrowsExchange,
  IconClipboardCheck,
  IconClipboardList,
  IconDatabaseCog,
  IconHeartbeat,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMail,
  IconMailCog,
  IconQrcode,
  IconMask,
  IconMoon,
  IconScale,
  IconServerCog,
  IconSettings,
  IconShieldLock,
  IconSitemap,
  IconSun,
  IconSunMoon,
  IconUserCircle,
  IconUserPlus,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useMantineColorScheme } from '@mantine/core'
import { languageTags, locales } from '@gensvar/contract/local-text'
import type { ReactNode } from 'react'
import { changeLocale, currentLocale } from '#web/lib/i18n.ts'
import { useFormat } from '#web/lib/format.ts'
import { localeNames } from '#web/lib/locale.ts'
import { useIdentity, useSession } from '#web/lib/session-store.ts'
import { useReach } from '#web/lib/reach.ts'
import { useSurveyStartIfAny } from '#web/lib/survey-start.ts'
import { useSurveyStatus } from '#web/lib/survey-status.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { MenuEntry } from '#web/ui/menu-entry.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { IconButton } from './icon-button.tsx'
import { useTexts } from './texts.ts'
import classes from './tools.module.css'
import type { Room } from './top-bar.tsx'

interface Props {
  room: Room
  onLogout: () => void
  onShortcuts: () => void
  /** Root's list of failures. */
  bugs: ReactNode
}

interface Tool {
  key: string
  icon: Icon
  label: string
  /** How many wait for the user; on the button's corner, and in the label. */
  count?: number
  /** Address it leads to; `run` for everything else. */
  href?: string
  run?: () => void
}

/** Screens of the administration that few need, in a menu of their own: each shown to those who may use it. */
function useMoreTools(): Tool[] {
  const t = useTexts()
  const mayManageRoles = useSession((state) => state.identity?.mayManageRoles === true)
  const isRoot = useSession((state) => state.identity?.isRoot === true)
  const isUserAdmin = useSession((state) => state.identity?.isUserAdmin === true)
  const hasUniverse = useSession((state) => state.identity?.universe != null)
  const mayAddUsers = useSession((state) => state.identity?.mayAddUsers === true)
  const mayEditDashboards = useSession((state) => state.identity?.mayEditDashboards === true)
  const mayCreateSurveys = useSession((state) => state.identity?.mayCreateSurveys === true)
  const survey = useSession((state) => state.survey) ?? '-'
  const { data: start } = useSurveyStartIfAny()
  const { canAdministrate = false, canAccessStatusPage = false } = start?.rights ?? {}
  const tools: (Tool | false)[] = [
    // The button for all users is the administrators'.
    mayAddUsers && { key: 'addUsers', icon: IconUserPlus, label: t('addUsers'), href: paths.userList(survey) },
    mayManageRoles && { key: 'roles', icon: IconUserShield, label: t('roles'), href: paths.roles(survey) },
    mayEditDashboards &&
      start !== undefined && {
        key: 'dashboard',
        icon: IconSettings,
        label: t('dashboard'),
        href: paths.dashboard(survey),
      },
    mayCreateSurveys &&
      start !== undefined && {
        key: 'questionnaire',
        icon: IconClipboardList,
        label: t('questionnaire'),
        href: paths.questionnaire(survey),
      },
    canAdministrate && { key: 'units', icon: IconSitemap, label: t('units'), href: paths.units(survey) },
    canAdministrate && {
      key: 'respondents',
      icon: IconShieldLock,
      label: t('respondents'),
      href: paths.respondents(survey),
    },
    canAdministrate && {
      key: 'answerLinks',
      icon: IconQrcode,
      label: t('answerLinks'),
      href: paths.answerLinks(survey),
    },
    isUserAdmin &&
      hasUniverse && {
        key: 'sendingRules',
        icon: IconMailCog,
        label: t('sendingRules'),
        href: paths.sendingRules(survey),
      },
    isUserAdmin && hasUniverse && { key: 'pools', icon: IconScale, label: t('pools'), href: paths.pools(survey) },
    isRoot && { key: 'server', icon: IconServerCog, label: t('server'), href: paths.server(survey) },
    canAccessStatusPage && { key: 'status', icon: IconHeartbeat, label: t('status'), href: paths.status(survey) },
  ]
  return tools.filter((tool) => tool !== false)
}

/** Buttons of the administration that the user has: each shown to those who may use it. */
function useTools(onLogout: () => void): Tool[] {
  const t = useTexts()
  const { isUserAdmin, isRoot, universes } = useIdentity()
  const survey = useSession((state) => state.survey) ?? '-'
  const format = useFormat()
  const { data: start } = useSurveyStartIfAny()
  const open = useSurveyStatus()?.openDoubts ?? 0
  const tools: (Tool | false)[] = [
    isUserAdmin && { key: 'users', icon: IconUsers, label: t('usersAdmin'), href: paths.userList(survey) },
    isRoot && { key: 'backend', icon: IconDatabaseCog, label: t('backend'), href: paths.surveyList(survey) },
    isRoot && { key: 'tasks', icon: IconListCheck, label: t('tasks'), href: paths.tasks(survey) },
    isRoot && { key: 'mails', icon: IconMail, label: t('mails'), href: paths.mails(survey) },
    start?.rights.canAdministrate === true && {
      key: 'doubts',
      icon: IconClipboardCheck,
      label: open > 0 ? t('dataToCheckOpen', { count: open, n: format.number(open) }) : t('dataToCheck'),
      count: open,
      href: paths.doubtList(start.survey.extName),
    },
    universes.length > 1 && {
      key: 'universe',
      icon: IconArrowsExchange,
      label: t('changeUniverse'),
      href: paths.login({ change: 'universe' }),
    },
    { key: 'logout', icon: IconLogout, label: t('logout'), run: onLogout },
  ]
  return tools.filter((tool) => tool !== false)
}

function LookItems() {
  const t = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = [
    { value: 'light', icon: IconSun, label: t('light') },
    { value: 'dark', icon: IconMoon, label: t('dark') },
    { value: 'auto', icon: IconSunMoon, label: t('asSystem') },
  ] as const
  return (
    <>
      <Menu.Label>{t('colourScheme')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme}>
        {schemes.map(({ value, icon: Known, label }) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick onChange={() => setColorScheme(value)}>
            <span className={classes['look']}>
              <Known size={16} aria-hidden="true" />
              {label}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t('language')}</Menu.Label>
      <Menu.RadioGroup value={currentLocale()}>
        {locales.map((locale) => (
          <Menu.RadioItem
            key={locale}
            value={locale}
            lang={languageTags[locale]}
            closeMenuOnClick
            onChange={() => void changeLocale(locale, true).catch(notifyError)}
          >
            {localeNames[locale]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

/** The end of the top bar: account, administration and logout. */
export function Tools({ room, onLogout, onShortcuts, bugs }: Props) {
  const t = useTexts()
  const go = useGo()
  const identity = useIdentity()
  const survey = useSession((state) => state.survey) ?? '-'
  const tools = useTools(onLogout)
  const more = useMoreTools()
  const reach = useReach()
  const closed = ({ href }: Tool) => (href === undefined ? null : reach(href))
  const use = ({ href, run }: Tool) => (href === undefined ? run?.() : go(href))
  const beside = room === 'wide'
  const mayActAs = identity.universeAdminUserList.length > 0
  const universe = identity.universe ?? undefined
  return (
    <>
      {identity.isRoot && bugs}
      {beside &&
        tools.map((tool) => (
          <IconButton
            key={tool.key}
            icon={tool.icon}
            label={tool.label}
            count={tool.count}
            closed={closed(tool)}
            onClick={() => use(tool)}
          />
        ))}
      {beside && more.length > 0 && (
        <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <IconButton icon={IconSettings} label={t('more')} />
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((tool) => (
              <MenuEntry
                key={tool.key}
                icon={<tool.icon size={16} aria-hidden="true" />}
                closed={closed(tool)}
                onClick={() => use(tool)}
              >
                {tool.label}
              </MenuEntry>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <IconButton icon={IconUserCircle} label={t('account')} />
        </Menu.Target>
        <Menu.Dropdown mah="80dvh" style={{ overflowY: 'auto' }}>
          <Menu.Label>{identity.username}</Menu.Label>
          <Menu.Item
            leftSection={<IconUserCircle size={16} aria-hidden="true" />}
            onClick={() => go(paths.userDetails(survey, identity.userId ?? 0))}
          >
            {t('ownDetails')}
          </Menu.Item>
          {mayActAs && (
            <Menu.Item
              leftSection={<IconMask size={16} aria-hidden="true" />}
              onClick={() => go(paths.login({ change: 'actas', universe, preselectedUniverse: universe }))}
            >
              {t('actAs')}
            </Menu.Item>
          )}
          {!beside &&
            [...more, ...tools].map((tool) => (
              <MenuEntry
                key={tool.key}
                icon={<tool.icon size={16} aria-hidden="true" />}
                closed={closed(tool)}
                onClick={() => use(tool)}
              >
                {tool.label}
              </MenuEntry>
            ))}
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden="true" />} onClick={onShortcuts}>
            {t('shortcuts')}
          </Menu.Item>
          <Menu.Divider />
          <LookItems />
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
