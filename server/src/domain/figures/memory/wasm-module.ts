// As much of WebAssembly's binary format as a small module of loops over vectors takes (WebAssembly Core Specification 2.0,
// chapter 5; instructions by their numbers in its index of instructions).

/** A function of a module: numbers of parameters and locals (whole numbers first, then vectors), and its instructions. */
export interface WasmFunction {
  name: string
  parameters: number
  integers: number
  vectors: number
  body: readonly number[]
}

const types = { i32: 0x7f, v128: 0x7b, function: 0x60 }
const end = 0x0b
/** A block without a result. */
const noResult = 0x40
/** Alignment of a vector in memory, as a power of two. */
const aligned = 4

/** Loads and stores of locals, and constants. */
export const get = (local: number): number[] => [0x20, ...unsigned(local)]
export const set = (local: number): number[] => [0x21, ...unsigned(local)]
export const tee = (local: number): number[] => [0x22, ...unsigned(local)]
export const i32 = (value: number): number[] => [0x41, ...signed(value)]
export const vectorConstant = (byte: number): number[] => [...vector(0x0c), ...Array.from({ length: 16 }, () => byte)]

/** A block, which a branch leaves, and a loop, which a branch begins again. */
export const block = (body: readonly number[]): number[] => [0x02, noResult, ...body, end]
export const loop = (body: readonly number[]): number[] => [0x03, noResult, ...body, end]

/** Instructions on whole numbers. */
export const op = {
  add: [0x6a],
  isLess: [0x49],
  isAtLeast: [0x4f],
  select: [0x1b],
  branch: (depth: number): number[] => [0x0c, depth],
  branchIf: (depth: number): number[] => [0x0d, depth],
}

/** Instructions on vectors of 16 bytes. */
export const simd = {
  load: (offset: number): number[] => [...vector(0x00), aligned, ...unsigned(offset)],
  store: (offset: number): number[] => [...vector(0x0b), aligned, ...unsigned(offset)],
  splat: vector(0x0f),
  equalBytes: vector(0x23),
  and: vector(0x4e),
  subtractBytes: vector(0x71),
  addPairsOfBytes: vector(0x7d),
  addPairsOfShorts: vector(0x7f),
  addInts: vector(0xae),
}

/** What the runtime has of WebAssembly, of which the types for Node.js do not tell. */
interface Runtime {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object) => { exports: unknown }
}

/** Makes functions ready to be called: returns them by their names, and the page of `memory` that they share. */
export function instantiate(functions: readonly WasmFunction[]): unknown {
  const { WebAssembly: runtime } = globalThis as unknown as { WebAssembly: Runtime }
  return new runtime.Instance(new runtime.Module(assemble(functions))).exports
}

/** A module with these functions and one page of memory, all of them exported. */
function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const signatures = functions.map(({ parameters }) => [
    types.function,
    ...list(Array.from({ length: parameters }, () => [types.i32])),
    ...list([]),
  ])
  const exported = functions.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)])
  const bodies = functions.map(({ integers, vectors, body }) => {
    const locals = [
      [...unsigned(integers), types.i32],
      [...unsigned(vectors), types.v128],
    ]
    return sized([...list(locals), ...body, end])
  })
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list(signatures)),
    ...section(3, list(functions.map((_, index) => unsigned(index)))),
    ...section(5, list([[0x00, 0x01]])),
    ...section(7, list([[...text('memory'), 0x02, 0x00], ...exported])),
    ...section(10, list(bodies)),
  ])
}

function vector(instruction: number): number[] {
  return [0xfd, ...unsigned(instruction)]
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)]
}

function sized(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content]
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

function text(value: string): number[] {
  return sized([...new TextEncoder().encode(value)])
}

/** LEB128: seven bits a byte, the least first. */
function unsigned(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left >= 0x80; left >>>= 7) bytes.push((left & 0x7f) | 0x80)
  return [...bytes, left]
}

function signed(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left < -0x40 || left > 0x3f; left >>= 7) bytes.push((left & 0x7f) | 0x80)
  return [...bytes, left & 0x7f]
}
