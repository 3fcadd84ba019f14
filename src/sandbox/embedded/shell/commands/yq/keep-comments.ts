/** Puts a new value into a YAML document, so that comments, styles and order stay where nothing changed. */
import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isRecord } from '../../../../page/fields.ts'

export function replaceContents(document: Document, value: unknown): void {
  document.contents = merged(document, document.contents, value)
}

function merged(document: Document, node: unknown, value: unknown): Node {
  if (isMap(node) && isRecord(value)) return mergeMap(document, node, value)
  if (isSeq(node) && Array.isArray(value)) return mergeList(document, node, value)
  if (isAlias(node) && sameJson(node.toJS(document), value)) return node
  if (!isScalar(node) || isRecord(value) || Array.isArray(value)) return document.createNode(value)
  if (node.value === value) return node
  // Another kind of value is written in its own style.
  if (typeof node.value !== typeof value) delete node.type
  node.value = value
  delete node.source
  return node
}

function mergeMap(document: Document, map: YAMLMap, value: Record<string, unknown>): YAMLMap {
  const isKept = (pair: Pair): boolean => keyOf(pair) === '<<' || keyOf(pair) in value
  map.items = map.items.filter((item) => isPair(item) && isKept(item))
  const inherited = inheritedKeys(document, map)
  for (const [key, entry] of Object.entries(value)) {
    const pair = map.items.find((item) => keyOf(item) === key)
    if (pair !== undefined) pair.value = merged(document, pair.value, entry)
    else if (!(key in inherited) || !sameJson(inherited[key], entry)) map.set(key, document.createNode(entry))
  }
  return map
}

/** Keys merged in by `<<`. */
function inheritedKeys(document: Document, map: YAMLMap): Record<string, unknown> {
  if (!map.items.some((item) => keyOf(item) === '<<')) return {}
  const all: unknown = map.toJS(document)
  return isRecord(all) ? all : {}
}

function mergeList(document: Document, list: YAMLSeq, value: readonly unknown[]): YAMLSeq {
  list.items = value.map((entry, at) => {
    const item = list.items[at]
    return item === undefined ? document.createNode(entry) : merged(document, item, entry)
  })
  return list
}

function keyOf(pair: Pair): string {
  const key: unknown = isScalar(pair.key) ? pair.key.value : pair.key
  // A merge key is a symbol.
  return typeof key === 'symbol' ? (key.description ?? '') : String(key)
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
