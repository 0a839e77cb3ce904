// Turns the card by 180° for the person opposite: with a button, or by tipping the phone toward them.
import { useEffect, useState } from "react"

/** How far the top edge is below the bottom edge before the card turns, and above it before it turns back. In degrees. */
const TIPPED = -20
const UPRIGHT = 20

/**
 * Some devices ask for permission before they report their orientation. We do not ask, because the question would cover the card: on
 * those, the button turns it. @returns whether it is turned, and what the button does, which holds until the phone is tipped the other way.
 */
export function useTurn(): [isTurned: boolean, turn: () => void] {
  const [isTurned, setTurned] = useState(false)
  useEffect(() => {
    let wasTipped = false
    const read = ({ beta }: DeviceOrientationEvent) => {
      // In landscape, the angle is that of the sides.
      if (beta === null || innerWidth > innerHeight) return
      const isTipped = wasTipped ? beta < UPRIGHT : beta < TIPPED
      if (isTipped !== wasTipped) setTurned(isTipped)
      wasTipped = isTipped
    }
    addEventListener("deviceorientation", read)
    return () => removeEventListener("deviceorientation", read)
  }, [])
  return [isTurned, () => setTurned((is) => !is)]
}
