import { useState } from 'react'

export function App() {
  const [count, setCount] = useState(0)
  return (
    <main>
      <h1>React</h1>
      <p>
        Edit <code>src/App.jsx</code>: the page follows.
      </p>
      <button onClick={() => setCount(count + 1)}>Clicked {count} times</button>
    </main>
  )
}
