import { defineConfig } from 'vite'

/** The script of the widgets on other people's pages: a plain script, which every page can load. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/new/',
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: `${import.meta.dirname}/src/public-widget/main.ts`,
      treeshake: { moduleSideEffects: [{ test: /\/contract\/src\//, sideEffects: false }] },
      output: { format: 'iife', entryFileNames: 'assets/widget-[hash].js' },
    },
  },
})
