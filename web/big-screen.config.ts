import { defineConfig } from 'vite'
import { slimContract } from './slim-contract.ts'

/** The script of the big screen: one small file of its own, beside the application. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/new/',
  publicDir: false,
  plugins: [slimContract()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: `${import.meta.dirname}/src/big-screen/main.ts`,
      treeshake: { moduleSideEffects: [{ test: /\/contract\/src\//, sideEffects: false }] },
      output: { entryFileNames: 'assets/big-screen-[hash].js' },
    },
  },
})
