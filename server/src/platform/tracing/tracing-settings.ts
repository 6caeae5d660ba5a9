import { isWebAddress } from '@gensvar/contract/address-text'
import { z } from 'zod'

const address = z
  .string()
  .refine(isWebAddress, 'must be the address of a collector, like http://127.0.0.1:4318')
  .optional()

const protocol = z.literal('http/protobuf', { error: 'must be http/protobuf' }).optional()

/** How traces are chosen, by OpenTelemetry's names. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/**
 * OpenTelemetry's variables of the environment that are read here. The exporter itself reads OTEL_EXPORTER_OTLP_*: headers,
 * timeout, compression and certificates.
 */
export const tracingEnvironment = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers, { error: `must be one of ${samplers.join(', ')}` }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .transform(Number)
    .refine((share) => share >= 0 && share <= 1, 'must be a share of the traces, 0 to 1')
    .optional(),
}

type TracingEnvironment = z.infer<z.ZodObject<typeof tracingEnvironment>>

/** Where traces are sent, and which. */
export interface TracingSettings {
  /** Address that traces are sent to. */
  url: string
  serviceName: string
  /** Further properties of the server, as OTEL_RESOURCE_ATTRIBUTES writes them. */
  resource: string
  sampler: (typeof samplers)[number]
  /** The share of traces that the samplers by ratio choose, 0 to 1. */
  share: number
}

/** How traces are sent; null where they are not, which is so unless there is an address. */
export function tracingSettingsOf(given: TracingEnvironment): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = given
  const url = own ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`)
  const isOff = given.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || given.OTEL_TRACES_EXPORTER === 'none'
  if (url === undefined || isOff) return null
  return {
    url,
    serviceName: given.OTEL_SERVICE_NAME ?? 'gensvar',
    resource: given.OTEL_RESOURCE_ATTRIBUTES ?? '',
    sampler: given.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
    share: given.OTEL_TRACES_SAMPLER_ARG ?? 1,
  }
}
