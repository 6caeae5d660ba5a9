import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { LoginScreen } from '#web/features/login/login-screen.tsx'
import type { OverviewProps } from '#web/features/login/login-screen.tsx'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Loading } from '#web/ui/states/loading.tsx'

const modules = import.meta.glob<{ LoginOverview: ComponentType<OverviewProps> }>(
  '../widgets/global-overview/login-overview.tsx',
)
const load = modules['../widgets/global-overview/login-overview.tsx']
const LoginOverview = load && onDemand(async () => (await load()).LoginOverview)

function Overview(props: OverviewProps) {
  return <Suspense fallback={<Loading height={320} />}>{LoginOverview && <LoginOverview {...props} />}</Suspense>
}

/** The login screen at `/`. */
export default function Login() {
  const search = useSearch({ from: '/' })
  return <LoginScreen search={search} Overview={Overview} />
}
