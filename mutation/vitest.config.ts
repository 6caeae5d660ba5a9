// The project's tests as `npm run mutate` runs them: those that run in Node, once (without the second run that compares
// SQL with ClickHouse), and without loading the program anew for each mutant, which would take most of the time.
import projectConfig from '../vitest.config.ts'

const names = ['scripts', 'contract', 'server', 'web']
const { projects = [], ...test } = projectConfig.test ?? {}

export default {
  test: {
    ...test,
    projects: projects.flatMap((project) => {
      if (typeof project !== 'object' || !('test' in project) || !project.test) return []
      return names.includes(String(project.test.name))
        ? [{ ...project, test: { ...project.test, isolate: false } }]
        : []
    }),
  },
}
