// A setup file of the runs of warm-runner.js: where it asks for it, the program's modules are loaded anew before a test
// file is, and so are their caches empty. Packages stay loaded.
const { providedContext, evaluatedModules } = globalThis.__vitest_worker__

if (providedContext.fresh === true) {
  for (const [id, node] of evaluatedModules.idToModuleMap)
    if (!/node_modules|fresh-modules|stryker-setup|^vitest/.test(id)) evaluatedModules.invalidateModule(node)
}
