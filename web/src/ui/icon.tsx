import {
  IconAlertTriangle, IconAward, IconBell, IconBuildingStore, IconCalendar, IconChartBar, IconChartDots,
  IconChartLine, IconChecklist, IconClipboardList, IconFile, IconFileAnalytics, IconFlag, IconGauge, IconHeart,
  IconHome, IconInfoCircle, IconListNumbers, IconMail, IconMapPin, IconMessage, IconMessages, IconMoodSmile,
  IconPhone, IconReportAnalytics, IconSend, IconSettings, IconSpeakerphone, IconStar, IconTable, IconTarget,
  IconTools, IconTrendingUp, IconTrophy, IconUpload, IconUser, IconUsers, type Icon,
} from '@tabler/icons-react'

/** Icons a configuration may name; each is written here by hand, so that only these are shipped. */
const icons: Record<string, Icon> = {
  alert: IconAlertTriangle,
  'alert-triangle': IconAlertTriangle,
  award: IconAward,
  bell: IconBell,
  calendar: IconCalendar,
  'chart-bar': IconChartBar,
  'chart-dots': IconChartDots,
  'chart-line': IconChartLine,
  checklist: IconChecklist,
  clipboard: IconClipboardList,
  file: IconFile,
  flag: IconFlag,
  gauge: IconGauge,
  heart: IconHeart,
  home: IconHome,
  info: IconInfoCircle,
  'list-numbers': IconListNumbers,
  mail: IconMail,
  'map-pin': IconMapPin,
  message: IconMessage,
  messages: IconMessages,
  'mood-smile': IconMoodSmile,
  phone: IconPhone,
  report: IconReportAnalytics,
  send: IconSend,
  settings: IconSettings,
  speakerphone: IconSpeakerphone,
  star: IconStar,
  store: IconBuildingStore,
  table: IconTable,
  target: IconTarget,
  tools: IconTools,
  'trending-up': IconTrendingUp,
  trophy: IconTrophy,
  upload: IconUpload,
  user: IconUser,
  users: IconUsers,
}

/** Names a configuration may use for icons, in alphabetical order. */
export const iconNames: readonly string[] = Object.keys(icons).toSorted()

interface Props {
  /** Name from the configuration; unknown names get the general page icon. */
  name: string | null | undefined
  size?: number
}

/** The icon of a name; decorative, so the text beside it must say what it means. */
export function IconByName({ name, size = 18 }: Props) {
  const Known = icons[name ?? ''] ?? IconFileAnalytics
  return <Known size={size} stroke={1.75} aria-hidden="true" />
}
