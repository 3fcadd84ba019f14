import { describe, expect, it } from 'vitest'
import { rank } from './rank.ts'
import { Shelf } from './shelf.ts'

function shelfOf(...texts: readonly string[]): Shelf {
  const shelf = new Shelf()
  for (const text of texts) shelf.add(text)
  return shelf
}

const PORTS = shelfOf(
  'Please mend the parser of dates.',
  'The tests need port 4000. Stop the proxy first.',
  'Thanks, that is all for today.',
)
const WORK = shelfOf('The parser reads ports from the file.', 'Deploy on Fridays is forbidden.')

/** Places, the best first: shelf and text. */
function places(query: string, shelves: readonly Shelf[], limit = 5): string[] {
  return rank(query, shelves, { limit }).map(({ shelf, place }) => `${shelves.indexOf(shelf)}/${place}`)
}

describe('rank', () => {
  it('puts first what has most of the question, and its rare words', () => {
    expect(places('which port do the tests need?', [PORTS, WORK])[0]).toBe('0/1')
    expect(places('deploying on a Friday', [PORTS, WORK])[0]).toBe('1/1')
    expect(places('parser ports', [PORTS, WORK])[0]).toBe('1/0')
  })

  it('gives what stands beside the best, behind it', () => {
    const talk = shelfOf('The proxy is slow.', 'Stop the server before the tests run.')
    expect(places('proxy', [talk, WORK])).toEqual(['0/0', '0/1'])
    // "Thanks, that is all" has none of the words, and says nothing.
    expect(places('tests', [shelfOf('Run the tests.', 'Done.')])).toEqual(['0/0'])
  })

  it('names the stems that it has, and where the passage begins', () => {
    const [best] = rank('Which proxy? Tests!', [PORTS], { limit: 1 })
    expect(best?.matched.toSorted()).toEqual(['proxi', 'test'])
    const [later] = rank('proxy', [PORTS], { limit: 1 })
    expect('The tests need port 4000. Stop the proxy first.'.slice(later?.at).trim()).toBe(
      'Stop the proxy first.',
    )
  })

  it('finds what is spelled alike, or put together, behind what is the same', () => {
    expect(places('postgress', [shelfOf('Nothing.', 'We use postgres here.')])).toEqual(['0/1'])
    expect(places('Verbindung', [shelfOf('Nichts.', 'Die Datenbankverbindung ist zu.')])).toEqual(['0/1'])
    expect(places('proxies', [shelfOf('The prox is off.', 'Some proxy is on.')])[0]).toBe('0/1')
  })

  it('finds nothing where no word is known, and none without words', () => {
    for (const query of ['kubernetes', '', 'what is it', '?!'])
      expect(rank(query, [PORTS, WORK], { limit: 5 })).toEqual([])
    expect(rank('port', [], { limit: 5 })).toEqual([])
    expect(rank('port', [new Shelf()], { limit: 5 })).toEqual([])
  })

  it('gives as many as are asked for, of those that are accepted', () => {
    expect(rank('parser', [PORTS, WORK], { limit: 1 })).toHaveLength(1)
    const only = rank('parser', [PORTS, WORK], { limit: 5, accept: ({ shelf }) => shelf === WORK })
    expect(only.every(({ shelf }) => shelf === WORK)).toBe(true)
  })

  it('says which texts have words of the question, before it counts', () => {
    const shelf = new Shelf()
    shelf.add('The proxy is slow: restart the proxy.', 0)
    shelf.add('Stop the server before the tests run.', 0)
    shelf.add('Of all that we talked about on that long day, one thing was a proxy of somebody.', 1)
    expect(rank('proxies', [shelf], { limit: 5 }).map(({ place, isMatch }) => [place, isMatch])).toEqual([
      [0, true],
      [2, true],
      [1, false],
    ])
    const two = new Shelf()
    for (const text of ['Port 4000.', 'Please tag the release.', 'A support case.', 'Port of call.'])
      two.add(text)
    const matches = rank('port', [two], { limit: 2, accept: ({ isMatch }) => isMatch })
    expect(matches.map(({ place }) => place).toSorted()).toEqual([0, 3])
  })

  it('takes what is spelled alike for a match only where no text has the words', () => {
    const talk = shelfOf('Datenbankverbindung.', 'Please tag the release.', 'Verbindungen.')
    const matching = (query: string) =>
      rank(query, [talk], { limit: 5 }).flatMap(({ place, isMatch }) => (isMatch ? [place] : []))
    expect(matching('Verbindungen')).toEqual([2])
    expect(matching('Verbindung').toSorted()).toEqual([0, 2])
    expect(matching('release')).toEqual([1])
    expect(matching('relea')).toEqual([1])
  })

  it('is the same each time: of equal ones the earlier', () => {
    const twins = [shelfOf('the same words'), shelfOf('the same words')]
    expect(places('same words', twins)).toEqual(['0/0', '1/0'])
    expect(rank('same words', twins, { limit: 2 })).toEqual(rank('same words', twins, { limit: 2 }))
  })

  it('reads the first 2,000 characters and 50 words of a question', () => {
    const filler = 'xylophone '.repeat(300)
    expect(rank(`${filler} proxy`, [PORTS], { limit: 5 })).toEqual([])
    expect(rank(`proxy ${filler}`, [PORTS], { limit: 5 })).not.toEqual([])
    const words = Array.from({ length: 50 }, (_, at) => `w${at}`).join(' ')
    expect(rank(`${words} proxy`, [PORTS], { limit: 5 })).toEqual([])
  })

  it('lets a text gain by those of its own group alone', () => {
    const mixed = new Shelf()
    for (const [text, group] of [
      ['The proxy is slow.', 1],
      ['Bread and butter and jam.', 2],
      ['Stop the server before the tests run.', 1],
      ['Cheese, olives, tomatoes and figs.', 2],
    ] as const)
      mixed.add(text, group)
    expect(places('proxy', [mixed])).toEqual(['0/0', '0/2'])
    expect(places('butter', [mixed])).toEqual(['0/1', '0/3'])
  })

  it('leaves out what has next to nothing of the question where another has all', () => {
    const shelf = new Shelf()
    shelf.add('The preview server listens on port 4000.', 0)
    shelf.add('Bread, butter, jam and a server.', 1)
    expect(places('preview server port', [shelf])).toEqual(['0/0'])
    expect(places('server', [shelf])).toEqual(['0/1', '0/0'])
  })

  it('takes texts that come later', () => {
    const shelf = shelfOf('One thing.')
    expect(rank('lighthouse', [shelf], { limit: 5 })).toEqual([])
    expect(shelf.add('The lighthouse is closed.')).toBe(1)
    expect(rank('lighthouses', [shelf], { limit: 5 }).map(({ place }) => place)).toEqual([1])
  })
})
