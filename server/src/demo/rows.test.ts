import { describeRows } from '#server/testing/planned-rows.ts'
import { planBank } from './bank/bank-survey.ts'
import { planOrders } from './orders/orders-survey.ts'
import { planRetail } from './retail/retail-survey.ts'

describeRows('retail', (day) => planRetail(day, { completed: 6_000, spam: 20, samples: 900 }))
describeRows('orders', (day) => planOrders(day, { completed: 1_500, samples: 200 }))
describeRows('bank', (day) => planBank(day, 0.05))
