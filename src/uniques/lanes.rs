//! Operations on sixty-four bytes at once.
//!
//! On native targets, the compiler turns loops over arrays into vector instructions. For WebAssembly, the core is
//! compiled for size, which leaves loops as they are, so vector instructions are used explicitly. The loops do the
//! same.

/// The number of bytes processed at once.
pub(crate) const LANES: usize = 64;

/// Sixty-four bytes.
#[derive(Clone, Copy)]
pub(crate) struct Lanes(vector::Vector);

impl Lanes {
    /// Sixty-four times the same byte.
    #[inline(always)]
    pub(crate) fn splat(byte: u8) -> Self {
        Self(vector::splat(byte))
    }

    /// Loads the bytes.
    #[inline(always)]
    pub(crate) fn load(bytes: &[u8; LANES]) -> Self {
        Self(vector::load(bytes))
    }

    /// 255 where the bytes equal `byte`, otherwise 0.
    #[inline(always)]
    pub(crate) fn equal(bytes: &[u8; LANES], byte: u8) -> Self {
        Self(vector::equal(bytes, byte))
    }

    /// Bitwise and.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(vector::and(self.0, other.0))
    }

    /// Bitwise or.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(vector::or(self.0, other.0))
    }

    /// Saturating sums.
    #[inline(always)]
    pub(crate) fn add(self, other: Self) -> Self {
        Self(vector::add(self.0, other.0))
    }

    /// The maximum of each pair.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(vector::max(self.0, other.0))
    }

    /// Stores the bytes.
    #[inline(always)]
    pub(crate) fn store(self, into: &mut [u8; LANES]) {
        vector::store(self.0, into);
    }

    /// Two-byte numbers from their low and high bytes.
    #[inline(always)]
    pub(crate) fn pairs(low: &[u8; LANES], high: &[u8; LANES], into: &mut [u16; LANES]) {
        vector::pairs(low, high, into);
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code, reason = "a search takes several times as long with the loops that the compiler leaves")]
mod vector {
    use super::LANES;
    use core::arch::wasm32::{
        u8x16_add, u8x16_eq, u8x16_max, u8x16_shuffle, u8x16_splat, v128, v128_and, v128_load, v128_or, v128_store,
    };

    pub(super) type Vector = [v128; 4];

    #[inline(always)]
    fn each(work: impl Fn(usize) -> v128) -> Vector {
        [work(0), work(1), work(2), work(3)]
    }

    #[inline(always)]
    pub(super) fn splat(byte: u8) -> Vector {
        // An array of four equal values would be filled in memory, by a loop.
        let part = u8x16_splat(byte);
        [part, part, part, part]
    }

    #[inline(always)]
    pub(super) fn load(bytes: &[u8; LANES]) -> Vector {
        // SAFETY: the four places of 16 bytes are within the 64; a load needs no alignment.
        each(|place| unsafe { v128_load(bytes.as_ptr().add(16 * place).cast()) })
    }

    #[inline(always)]
    pub(super) fn equal(bytes: &[u8; LANES], byte: u8) -> Vector {
        let (bytes, byte) = (load(bytes), u8x16_splat(byte));
        each(|place| u8x16_eq(bytes[place], byte))
    }

    #[inline(always)]
    pub(super) fn and(a: Vector, b: Vector) -> Vector {
        each(|place| v128_and(a[place], b[place]))
    }

    #[inline(always)]
    pub(super) fn or(a: Vector, b: Vector) -> Vector {
        each(|place| v128_or(a[place], b[place]))
    }

    #[inline(always)]
    pub(super) fn add(a: Vector, b: Vector) -> Vector {
        each(|place| u8x16_add(a[place], b[place]))
    }

    #[inline(always)]
    pub(super) fn max(a: Vector, b: Vector) -> Vector {
        each(|place| u8x16_max(a[place], b[place]))
    }

    #[inline(always)]
    pub(super) fn store(vector: Vector, into: &mut [u8; LANES]) {
        for (place, &part) in vector.iter().enumerate() {
            // SAFETY: the four places of 16 bytes are within the 64; a store needs no alignment.
            unsafe { v128_store(into.as_mut_ptr().add(16 * place).cast(), part) }
        }
    }

    #[inline(always)]
    pub(super) fn pairs(low: &[u8; LANES], high: &[u8; LANES], into: &mut [u16; LANES]) {
        let (low, high) = (load(low), load(high));
        for (place, (&low, &high)) in low.iter().zip(&high).enumerate() {
            let first = u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(low, high);
            let second = u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(low, high);
            // SAFETY: the eight places of 8 numbers are within the 64; a store needs no alignment.
            unsafe {
                let into = into.as_mut_ptr().add(16 * place);
                v128_store(into.cast(), first);
                v128_store(into.add(8).cast(), second);
            }
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod vector {
    use super::LANES;

    pub(super) type Vector = [u8; LANES];

    #[inline(always)]
    pub(super) fn splat(byte: u8) -> Vector {
        [byte; LANES]
    }

    #[inline(always)]
    pub(super) fn load(bytes: &[u8; LANES]) -> Vector {
        *bytes
    }

    #[inline(always)]
    pub(super) fn equal(bytes: &[u8; LANES], byte: u8) -> Vector {
        bytes.map(|own| if own == byte { 0xFF } else { 0 })
    }

    #[inline(always)]
    pub(super) fn and(mut a: Vector, b: Vector) -> Vector {
        a.iter_mut().zip(&b).for_each(|(a, b)| *a &= b);
        a
    }

    #[inline(always)]
    pub(super) fn or(mut a: Vector, b: Vector) -> Vector {
        a.iter_mut().zip(&b).for_each(|(a, b)| *a |= b);
        a
    }

    #[inline(always)]
    pub(super) fn add(mut a: Vector, b: Vector) -> Vector {
        a.iter_mut().zip(&b).for_each(|(a, b)| *a += b);
        a
    }

    #[inline(always)]
    pub(super) fn max(mut a: Vector, b: Vector) -> Vector {
        a.iter_mut().zip(&b).for_each(|(a, b)| *a = (*a).max(*b));
        a
    }

    #[inline(always)]
    pub(super) fn store(vector: Vector, into: &mut [u8; LANES]) {
        *into = vector;
    }

    #[inline(always)]
    pub(super) fn pairs(low: &[u8; LANES], high: &[u8; LANES], into: &mut [u16; LANES]) {
        for ((pair, &low), &high) in into.iter_mut().zip(low).zip(high) {
            *pair = u16::from_le_bytes([low, high]);
        }
    }
}
