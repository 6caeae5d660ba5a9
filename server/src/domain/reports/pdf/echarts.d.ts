/** ECharts as one file; the types are those of the package. */
declare module 'echarts/dist/echarts.esm.min.mjs' {
  export { init, setPlatformAPI } from 'echarts'
}
