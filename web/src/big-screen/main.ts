import { startScreen } from './start-screen.ts'

startScreen()
